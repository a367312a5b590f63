import type { BotConfigSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export function useSaveConfig(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: BotConfigSave) => api.told.bots.saveConfig({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.details(botId) }),
  });
}

/** Channels that a bot may answer, and which bot answers each now. */
export const botChannelsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.one(botId), 'channels'],
    queryFn: async ({ signal }) => (await api.bots.channels({ params: { agentId: botId } }, { signal })).channels,
    refetchOnMount: 'always',
  });

export function useConnectChannels(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (channelIds: string[]) => api.bots.connect({ params: { agentId: botId }, body: { channelIds } }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: botChannelsQuery(botId).queryKey }),
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
      ]),
  });
}
