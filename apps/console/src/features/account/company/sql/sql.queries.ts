import type { SqlAccess } from '@parley/contract';
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

const key = ['sql'] as const;
export const sqlQuery = queryOptions({ queryKey: [...key, 'access'], queryFn: ({ signal }) => api.sql.get({}, { signal }) });

export const sqlLogQuery = infiniteQueryOptions({
  queryKey: [...key, 'log'],
  queryFn: ({ pageParam, signal }) => api.sql.log({ query: { after: pageParam } }, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ statements, more }) => (more ? statements.at(-1)?.id : undefined),
});

function useSqlMutation<A extends SqlAccess>(mutationFn: () => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ meta: { isQuiet: true }, mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: sqlQuery.queryKey }) });
}
export const useTurnOn = () => useSqlMutation(() => api.sql.on({}));
export const useRenew = () => useSqlMutation(() => api.sql.renew({}));
export const useTurnOff = () => useSqlMutation(() => api.sql.off({}));
