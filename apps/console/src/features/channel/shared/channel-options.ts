import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** All channels with their names: an enterprise has few. */
export const channelNamesQuery = queryOptions({
  queryKey: ['channels', 'names'],
  queryFn: async ({ signal }) => (await api.channels.list({ query: { perPage: -1 } }, { signal })).channelConfig,
});

/** Channels to choose from, by name. */
export function useChannelOptions() {
  const { data } = useQuery(channelNamesQuery);
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
