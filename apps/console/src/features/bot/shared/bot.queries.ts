import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** Keys of everything about bots; `one` covers all that belongs to one bot. */
export const botKeys = {
  all: ['bots'] as const,
  lists: ['bots', 'list'] as const,
  one: (botId: string) => ['bots', 'one', botId] as const,
  details: (botId: string) => ['bots', 'one', botId, 'details'] as const,
  stories: (botId: string) => ['bots', 'one', botId, 'stories'] as const,
  intents: (botId: string) => ['bots', 'one', botId, 'intents'] as const,
  entities: (botId: string) => ['bots', 'one', botId, 'entities'] as const,
  knowledge: (botId: string) => ['bots', 'one', botId, 'knowledge'] as const,
  training: (botId: string) => ['bots', 'one', botId, 'training'] as const,
  insight: (botId: string) => ['bots', 'one', botId, 'insight'] as const,
};

export const botQuery = (botId: string) =>
  queryOptions({
    queryKey: botKeys.details(botId),
    queryFn: ({ signal }) => api.bots.get({ params: { agentId: botId } }, { signal }),
  });

/** Names of all intents, for pickers. */
export const intentNamesQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.intents(botId), 'names'],
    queryFn: async ({ signal }) => (await api.intents.names({ params: { agentId: botId } }, { signal })).intents,
  });

export const genAiConfigsQuery = queryOptions({
  queryKey: ['gen-ai-configs'],
  queryFn: ({ signal }) => api.integrations.genAiConfigs({}, { signal }),
});

/** The last training with its report; asked for every second while one is on its way. */
export const trainingQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.training(botId), 'current'],
    queryFn: ({ signal }) => api.training.current({ params: { agentId: botId } }, { signal }),
    refetchInterval: ({ state }) => {
      const phase = state.data?.training?.phase;
      return phase === 'QUEUED' || phase === 'RUNNING' ? 1000 : false;
    },
  });
