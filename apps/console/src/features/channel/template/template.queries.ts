import { type CallInput, type endpoints, type TemplateSave, templateKinds, templatePage } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { templateKeys } from '../shared/template.queries.ts';
import type { TemplateListSearch } from './template.search.ts';

export const templateListQuery = ({ tab, channel, ...filter }: TemplateListSearch) =>
  queryOptions({
    queryKey: [...templateKeys.list, { tab, channel, ...filter }],
    queryFn: ({ signal }) =>
      api.templates.list({ query: { ...filter, channelId: channel, type: templateKinds[tab], perPage: templatePage } }, { signal }),
    placeholderData: keepPreviousData,
    // A vendor's answer comes by itself.
    refetchInterval: ({ state }) => (state.data?.templates.some(({ status }) => status === 'PENDING') ? 5000 : false),
  });

/** Runs a call that changes templates, then reads them anew. */
function useTemplateCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: templateKeys.all }),
  });
}

type Saved = { id?: string; version?: number; save: TemplateSave };
type Body<K extends 'clone' | 'register'> = { id: string } & CallInput<(typeof endpoints.templates)[K]>['body'];

export const useSaveTemplate = () =>
  useTemplateCall(({ id, version = 0, save: { channelId, ...content } }: Saved) =>
    id
      ? api.told.templates.update({ params: { templateId: id }, body: { ...content, version } })
      : api.told.templates.create({ body: { channelId, ...content } }),
  );
export const useSubmitTemplate = () => useTemplateCall((id: string) => api.told.templates.submit({ params: { templateId: id } }));
export const useRemoveTemplate = () => useTemplateCall((id: string) => api.told.templates.remove({ params: { templateId: id } }));
export const useCloneTemplate = () =>
  useTemplateCall(({ id, ...body }: Body<'clone'>) => api.told.templates.clone({ params: { templateId: id }, body }));
export const useRegisterTemplate = () =>
  useTemplateCall(({ id, ...body }: Body<'register'>) => api.told.templates.register({ params: { templateId: id }, body }));
export const useSyncTemplates = () => useTemplateCall((channelId: string) => api.templates.sync({ body: { channelId } }));
