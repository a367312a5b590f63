import type { InputFieldDefinition } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { attributeKeys, attributesQuery } from '../shared/attribute.queries.ts';
import type { AttributeBody } from './attribute-draft.ts';

/** Read anew whenever a form opens, or it would offer an old version to save. */
export const attributeQuery = (attributeId: string) =>
  queryOptions({
    queryKey: attributeKeys.one(attributeId),
    queryFn: async ({ signal }) => (await api.attributes.get({ params: { attributeId } }, { signal })).inputFieldDefinition,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

export function useSaveAttribute() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: AttributeBody) => api.told.attributes.save({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: attributesQuery.queryKey, exact: true }),
  });
}

export function useRemoveAttribute() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (attributeId: string) => api.told.attributes.remove({ params: { attributeId } }),
    onSettled: () => client.invalidateQueries({ queryKey: attributesQuery.queryKey, exact: true }),
  });
}

/** Puts an own attribute at another place; indexes count own rows from 0, hidden ones too (ATTR-066). */
export function moveDefinition(definitions: readonly InputFieldDefinition[], from: number, to: number): InputFieldDefinition[] {
  const own = definitions.filter((definition) => !definition.isBuiltIn);
  own.splice(to, 0, ...own.splice(from, 1));
  return [...definitions.filter((definition) => definition.isBuiltIn), ...own.map((definition, index) => ({ ...definition, index }))];
}

/** The row moves at once; the moves travel one after the other, and only the last one reads the list again. */
export function useMoveAttribute() {
  const client = useQueryClient();
  const { queryKey } = attributesQuery;
  const mutationKey = ['attributes', 'move'];
  return useMutation({
    mutationKey,
    scope: { id: 'attribute-move' },
    mutationFn: (body: { from: number; to: number }) => api.attributes.move({ body }),
    onMutate: ({ from, to }) => {
      void client.cancelQueries({ queryKey, exact: true });
      client.setQueryData(queryKey, (old) => old && moveDefinition(old, from, to));
    },
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey, exact: true });
    },
  });
}
