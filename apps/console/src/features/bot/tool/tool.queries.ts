import type { BotToolSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export const toolsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.details(botId), 'tools'],
    queryFn: ({ signal }) => api.tools.list({ params: { agentId: botId } }, { signal }),
  });

export function useSaveTool(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: BotToolSave) => api.tools.save({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.details(botId) }),
  });
}

export function useRemoveTool(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (toolId: string) => api.tools.remove({ params: { agentId: botId, toolId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.details(botId) }),
  });
}
