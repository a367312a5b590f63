import type { SentimentSettings } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

export const conversationPage = 25;

export const mapQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.intents(botId), 'map'],
    queryFn: async ({ signal }) => (await api.training.map({ params: { agentId: botId } }, { signal })).stories,
    refetchOnMount: 'always',
  });

const rulesKey = (botId: string) => [...botKeys.insight(botId), 'rules'] as const;
const conversationsKey = (botId: string) => [...botKeys.insight(botId), 'conversations'] as const;

export const rulesQuery = (botId: string, days: number) =>
  queryOptions({
    queryKey: [...rulesKey(botId), days],
    queryFn: ({ signal }) => api.insights.rules({ params: { agentId: botId }, query: { days } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** @param ruleId '' for those that no rule fits */
export const conversationsQuery = (botId: string, { days, ruleId, from }: { days: number; ruleId: string; from: number }) =>
  queryOptions({
    queryKey: [...conversationsKey(botId), { days, ruleId, from }],
    queryFn: ({ signal }) =>
      api.insights.conversations({ params: { agentId: botId }, query: { days, ruleId, from, perPage: conversationPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Refetches the counts and the lists behind them after a conversation's class has changed. */
function useRefreshClasses(botId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: rulesKey(botId) }), client.invalidateQueries({ queryKey: conversationsKey(botId) })]);
}

export type RuleDraft = {
  id?: string;
  name: string;
  priority: number;
  words: string[];
  intents: string[];
  department: string;
  version?: number;
};

export function useSaveRule(botId: string) {
  const refresh = useRefreshClasses(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: RuleDraft) => api.insights.saveRule({ params: { agentId: botId }, body }),
    onSuccess: refresh,
  });
}

export function useRemoveRule(botId: string) {
  const refresh = useRefreshClasses(botId);
  return useMutation({
    mutationFn: (ruleId: string) => api.insights.removeRule({ params: { agentId: botId, ruleId } }),
    onSuccess: refresh,
  });
}

export const useClassify = (botId: string) =>
  useMutation({
    meta: { isQuiet: true },
    mutationFn: (text: string) => api.insights.classify({ params: { agentId: botId }, body: { text } }),
  });

export function useRerun(botId: string) {
  const refresh = useRefreshClasses(botId);
  return useMutation({
    mutationFn: (days: number) => api.insights.rerun({ params: { agentId: botId }, body: { days } }),
    onSuccess: refresh,
  });
}

const sentimentKey = (botId: string) => [...botKeys.insight(botId), 'sentiment'] as const;

export const sentimentQuery = (botId: string, days: number) =>
  queryOptions({
    queryKey: [...sentimentKey(botId), days],
    queryFn: ({ signal }) => api.insights.sentiment({ params: { agentId: botId }, query: { days } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

export function useSaveSentiment(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: SentimentSettings & { version: number | undefined }) =>
      api.told.insights.saveSentiment({ params: { agentId: botId }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: sentimentKey(botId) }),
  });
}

export function useMarkWrong(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ turnId, isWrong }: { turnId: string; isWrong: boolean }) =>
      api.insights.markWrong({ params: { agentId: botId, turnId }, body: { isWrong } }),
    onSettled: () => client.invalidateQueries({ queryKey: sentimentKey(botId) }),
  });
}
