import { type EntitySave, entityPage, entityTypes } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export type EntityFilter = { tab: keyof typeof entityTypes; from: number; searchterm: string };

/** Entities 15 at a time (ENTITY-040), custom ones by type 0, system ones by type 1 (ENTITY-022). */
export const entityListQuery = (botId: string, { tab, from, searchterm }: EntityFilter) =>
  queryOptions({
    queryKey: [...botKeys.entities(botId), 'list', { tab, from, searchterm }],
    queryFn: ({ signal }) =>
      api.entities.list(
        { params: { agentId: botId }, query: { from, perPage: entityPage, searchterm, type: entityTypes[tab] } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Read anew whenever the form opens, or it would offer old values to save. */
export const entityQuery = (botId: string, entityId: string) =>
  queryOptions({
    queryKey: [...botKeys.entities(botId), 'one', entityId],
    queryFn: ({ signal }) => api.entities.get({ params: { agentId: botId, entityId } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** Refetches queries that name entities: the intents that use them, and the training label. */
function useRefreshEntities(botId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: botKeys.entities(botId), predicate: ({ queryKey }) => queryKey.at(-2) !== 'one' }),
      client.invalidateQueries({ queryKey: botKeys.intents(botId) }),
      client.invalidateQueries({ queryKey: botKeys.details(botId) }),
    ]);
}

export function useSaveEntity(botId: string) {
  const refresh = useRefreshEntities(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: EntitySave) => api.told.entities.save({ body }),
    onSuccess: refresh,
  });
}

export function useRemoveEntity(botId: string) {
  const refresh = useRefreshEntities(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (entityId: string) => api.told.entities.remove({ params: { agentId: botId, entityId } }),
    onSuccess: refresh,
  });
}
