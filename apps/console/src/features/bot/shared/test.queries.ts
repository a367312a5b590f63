import type { BotTest } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from './bot.queries.ts';

export const testsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.training(botId), 'tests'],
    queryFn: async ({ signal }) => (await api.training.tests({ params: { agentId: botId } }, { signal })).tests,
    refetchOnMount: 'always',
  });

export type TestDraft = Pick<BotTest, 'name' | 'turns'> & { id?: string; version?: number };

export function useSaveTest(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: TestDraft) => api.told.training.saveTest({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: testsQuery(botId).queryKey }),
  });
}
