import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys } from '../shared/journey.queries.ts';

const pollMs = 1000;

export const replayQuery = (journeyId: string) =>
  queryOptions({
    queryKey: [...journeyKeys.one(journeyId), 'replay'],
    queryFn: ({ signal }) => api.journeyReplays.get({ params: { journeyId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? pollMs : false),
  });

type Asked = { journeyId: string; version: number; days: number };
export function useStartReplay() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ journeyId, ...body }: Asked) => api.journeyReplays.start({ params: { journeyId }, body }),
    onSuccess: (replay, { journeyId }) => client.setQueryData(replayQuery(journeyId).queryKey, replay),
  });
}
