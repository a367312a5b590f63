import type { CallInput, endpoints } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, type ToldAnswer } from '../../../lib/api.ts';
import { type ChannelListSearch, channelPage } from './channel.search.ts';

export const channelKeys = { all: ['channels'] as const, one: (id: string) => ['channels', 'one', id] as const };

export const channelListQuery = (search: ChannelListSearch) =>
  queryOptions({
    queryKey: [...channelKeys.all, 'list', search],
    queryFn: ({ signal }) => api.channels.list({ query: { ...search, perPage: channelPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Health changes by itself, so it is asked for again while it is looked at. */
export const channelDetailsQuery = (channelId: string) =>
  queryOptions({
    queryKey: channelKeys.one(channelId),
    queryFn: ({ signal }) => api.channels.details({ params: { channelId } }, { signal }),
    refetchInterval: 30_000,
    meta: { isQuiet: true },
  });

export const channelOptionsQuery = queryOptions({
  queryKey: [...channelKeys.all, 'options'],
  queryFn: ({ signal }) => api.channels.options({}, { signal }),
  staleTime: 60_000,
});

/** Bots that may answer first. */
export const answeringBotsQuery = queryOptions({
  queryKey: ['bots', 'answering'],
  queryFn: async ({ signal }) => (await api.bots.list({ query: { from: 0, perPage: 100, name: '' } }, { signal })).agents,
  staleTime: 60_000,
});

type Channels = (typeof endpoints)['channels'];
export type ChannelBody = CallInput<Channels['create']>['body'];
export type TestBody = CallInput<Channels['test']>['body'];

/** Runs a call that changes channels, then reads them anew. */
function useChannelCall<I, O>(call: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: channelKeys.all }),
  });
}

type Saving = { id?: string; version?: number; confirm?: boolean; body: ChannelBody };
export const useSaveChannel = () =>
  useChannelCall(({ id, version = 0, confirm = false, body }: Saving) =>
    id ? api.told.channels.update({ params: { channelId: id }, body: { ...body, version, confirm } }) : api.told.channels.create({ body }),
  );
export const useTestChannel = () => useMutation({ meta: { isQuiet: true }, mutationFn: (body: TestBody) => api.channels.test({ body }) });

type Act = { channelId: string; act: 'pause' | 'resume' | 'rotate' | 'finish' | 'remove' };
export const useActOnChannel = () =>
  useChannelCall(({ channelId, act }: Act): Promise<ToldAnswer<unknown>> => {
    const { channels } = api.told;
    const params = { channelId };
    if (act === 'rotate') return channels.rotateHook({ params });
    if (act === 'finish') return channels.finishRotation({ params });
    if (act === 'remove') return channels.remove({ params });
    return channels.setState({ params, body: { state: act === 'pause' ? 'PAUSED' : 'ACTIVE' } });
  });
