import type { Export } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';

const queryKey = ['exports'] as const;
const pollMs = 1_000;

export const isMade = ({ state }: Pick<Export, 'state'>): boolean => state !== 'waiting' && state !== 'running';

/** The own exports, asked for every second while one of them is being made. */
export const exportsQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await api.exports.list({}, { signal })).exports,
  refetchInterval: ({ state }) => (state.data?.every(isMade) === false ? pollMs : false),
});

/** Stops an export that is being made, or removes one that is over. */
export function useEndExport() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (one: Export): Promise<void> => {
      const params = { exportId: one.id };
      if (isMade(one)) await api.exports.remove({ params });
      else await api.exports.cancel({ params });
    },
    onError: tellFailure,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
