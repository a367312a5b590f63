import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, withMessage } from '../../../lib/api.ts';

/** Groups and labels: one shape, two lists. */
export type SetKind = 'group' | 'label';

export const setKeys = {
  all: ['customer-sets'] as const,
  list: (kind: SetKind, search: string) => ['customer-sets', kind, search] as const,
};

export const setsQuery = (kind: SetKind, search = '') =>
  queryOptions({
    queryKey: setKeys.list(kind, search),
    queryFn: async ({ signal }) =>
      kind === 'group'
        ? (await api.phoneBook.listGroups({ query: { search } }, { signal })).groups
        : (await api.phoneBook.listLabels({ query: { search } }, { signal })).tags,
    placeholderData: keepPreviousData,
  });

/** Creates, or with an id renames; answers the server's words. */
export function useSaveSet(kind: SetKind) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { id?: string; name: string; version?: number }) =>
      withMessage(async (call) =>
        kind === 'group' ? (await call.phoneBook.saveGroup({ body })).group : (await call.phoneBook.saveLabel({ body })).tag,
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: setKeys.all }),
  });
}

export function useRemoveSet(kind: SetKind) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (setId: string) =>
      withMessage((call) =>
        kind === 'group' ? call.phoneBook.removeGroup({ params: { setId } }) : call.phoneBook.removeLabel({ params: { setId } }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: setKeys.all }),
  });
}
