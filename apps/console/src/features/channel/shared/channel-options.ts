import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Channels to choose from, by name. */
export function useChannelOptions() {
  const { data } = useQuery({
    queryKey: ['channels', 'names'],
    queryFn: async ({ signal }) => (await api.channels.list({ query: { perPage: -1 } }, { signal })).channelConfig,
  });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
}
