import { binPage } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import type { BinSearch } from './bin.search.ts';

const binKey = ['bin'] as const;

export const binQuery = (search: BinSearch) =>
  queryOptions({
    queryKey: [...binKey, search],
    queryFn: ({ signal }) => api.bin.list({ query: { ...search, userId: search.userId as '', perPage: binPage } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Invalidates every query: a restored record may show on any screen that was read before. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ id, ...body }: { id: string; withParents?: boolean; merge?: boolean }) =>
      api.bin.restore({ params: { entryId: id }, body }),
    onSuccess: () => client.invalidateQueries(),
  });
}

export function usePurge() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ id, name }: { id: string; name: string }) => api.told.bin.purge({ params: { entryId: id }, query: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: binKey }),
  });
}
