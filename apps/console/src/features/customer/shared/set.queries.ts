import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, pickAnswer } from '../../../lib/api.ts';

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
      kind === 'group'
        ? pickAnswer(api.told.phoneBook.saveGroup({ body }), ({ group }) => group)
        : pickAnswer(api.told.phoneBook.saveLabel({ body }), ({ tag }) => tag),
    onSuccess: () => client.invalidateQueries({ queryKey: setKeys.all }),
  });
}

export function useRemoveSet(kind: SetKind) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (setId: string) =>
      kind === 'group' ? api.told.phoneBook.removeGroup({ params: { setId } }) : api.told.phoneBook.removeLabel({ params: { setId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: setKeys.all }),
  });
}
