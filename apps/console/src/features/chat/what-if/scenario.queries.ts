import type { ScenarioSave, ScenarioState } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { chatKeys } from '../shared/chat.queries.ts';

const key = [...chatKeys.all, 'scenarios'] as const;
/** A replay that is under way is looked at as often. */
const lookMs = 1_000;

export const isUnderWay = (state: ScenarioState): boolean => state === 'waiting' || state === 'running';

export const scenariosQuery = queryOptions({
  queryKey: [...key, 'list'],
  queryFn: ({ signal }) => api.chatScenarios.list({}, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => isUnderWay(state)) ? lookMs : false),
});

export const scenarioQuery = (scenarioId: string) =>
  queryOptions({
    queryKey: [...key, 'one', scenarioId],
    queryFn: ({ signal }) => api.chatScenarios.get({ params: { scenarioId } }, { signal }),
    enabled: scenarioId !== '',
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data.state) ? lookMs : false),
  });

/** Departments of which the reader may ask. */
export const scenarioDepartmentsQuery = queryOptions({
  queryKey: [...key, 'departments'],
  queryFn: async ({ signal }) => (await api.chatAnalytics.choices({}, { signal })).departments,
  staleTime: 60_000,
});

function useScenarioMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: key }) });
}

export function useCreateScenario() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: ScenarioSave) => api.chatScenarios.create({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  });
}
export const useRunScenario = () => useScenarioMutation((scenarioId: string) => api.chatScenarios.run({ params: { scenarioId } }));
/** The list alone is read again: whoever still shows the scenario would ask for what is gone. */
export function useRemoveScenario() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (scenarioId: string) => api.chatScenarios.remove({ params: { scenarioId } }),
    onSuccess: (_answer, scenarioId) =>
      client.setQueryData(scenariosQuery.queryKey, (scenarios) => scenarios?.filter(({ id }) => id !== scenarioId)),
    onSettled: () => client.invalidateQueries({ queryKey: scenariosQuery.queryKey }),
  });
}
