import { type CallInput, type endpoints, richCardPage } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { CardListSearch } from './card.search.ts';

export const cardKeys = { all: ['cards'], list: ['cards', 'list'], preview: ['cards', 'preview'] } as const;

export const cardListQuery = (filter: CardListSearch) =>
  queryOptions({
    queryKey: [...cardKeys.list, filter],
    queryFn: ({ signal }) => api.richCards.list({ query: { ...filter, perPage: richCardPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const cardQuery = (id: string) =>
  queryOptions({ queryKey: [...cardKeys.all, id], queryFn: ({ signal }) => api.richCards.get({ params: { cardId: id } }, { signal }) });

type Previewed = CallInput<(typeof endpoints.richCards)['previewUnsaved']>['body'];
/** Previews of a card while it is written; those from before stay until the new ones are there. */
export const cardPreviewQuery = (body: Previewed) =>
  queryOptions({
    queryKey: [...cardKeys.preview, body],
    queryFn: ({ signal }) => api.richCards.previewUnsaved({ body }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
    gcTime: 10_000,
    retry: false,
  });

/** Runs a call that changes cards, then reads them anew. */
function useCardCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: cardKeys.all }),
  });
}

export type CardBody = CallInput<(typeof endpoints.richCards)['create']>['body'];
type Saved = { id?: string; version?: number; save: CardBody };
export const useSaveCard = () =>
  useCardCall(({ id, version = 0, save }: Saved) =>
    id ? api.told.richCards.update({ params: { cardId: id }, body: { ...save, version } }) : api.told.richCards.create({ body: save }),
  );
export const useRemoveCard = () => useCardCall((id: string) => api.told.richCards.remove({ params: { cardId: id } }));
export const useUpdateDrafts = () => useCardCall((cardId: string) => api.journeys.updateCards({ params: { cardId } }));
