import type { PromptSave } from '@parley/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export function useSavePrompt(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: PromptSave) => api.told.bots.savePrompt({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.details(botId) }),
  });
}
