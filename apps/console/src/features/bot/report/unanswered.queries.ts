import type { UnansweredGroup } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export type UnansweredFilter = { days: number; includeTryIt: boolean };
const unansweredKey = (botId: string) => [...botKeys.insight(botId), 'unanswered'] as const;

export const unansweredQuery = (botId: string, filter: UnansweredFilter) =>
  queryOptions({
    queryKey: [...unansweredKey(botId), filter],
    queryFn: ({ signal }) => api.training.unanswered({ params: { agentId: botId }, query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** The tree of stories, for those who put an intent into one. */
export const storyTreeQuery = (botId: string) =>
  queryOptions({
    queryKey: botKeys.stories(botId),
    queryFn: ({ signal }) => api.stories.tree({ params: { agentId: botId } }, { signal }),
  });

export type Resolution = { turnIds: string[] } & (
  | { action: 'intent'; intentId: string }
  | { action: 'newIntent'; name: string; storyId: string }
  | { action: 'knowledge'; name: string; text: string }
  | { action: 'ignore' }
);

/** Resolved groups leave the list, and change the data to train. */
export function useResolve(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: Resolution) => api.training.resolve({ params: { agentId: botId }, body }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: unansweredKey(botId) }),
        client.invalidateQueries({ queryKey: botKeys.intents(botId) }),
        client.invalidateQueries({ queryKey: botKeys.knowledge(botId) }),
        client.invalidateQueries({ queryKey: botKeys.details(botId) }),
      ]),
  });
}

/** Returns the messages that one call takes; a larger group takes several calls. */
export const turnsOf = ({ turnIds }: UnansweredGroup) => turnIds.slice(0, 500);
