import { type ExportFormat, type ExportPart, endpoints, type ImportOutcome, type TrainingReport } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';
import { testsQuery } from '../shared/test.queries.ts';

export const versionsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.training(botId), 'versions'],
    queryFn: async ({ signal }) => (await api.training.versions({ params: { agentId: botId } }, { signal })).versions,
    refetchOnMount: 'always',
  });

/** A version never changes, and neither does its report. @param versionId '' asks for nothing */
export const reportQuery = (botId: string, versionId: string) =>
  queryOptions({
    queryKey: [...botKeys.training(botId), 'report', versionId],
    queryFn: async ({ signal }): Promise<TrainingReport> =>
      (await api.training.report({ params: { agentId: botId, versionId } }, { signal })).report,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: versionId !== '',
  });

/** Issues of the data in the editor; refetched on every mount. */
export const checksQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.training(botId), 'checks'],
    queryFn: async ({ signal }) => (await api.training.checks({ params: { agentId: botId } }, { signal })).issues,
    refetchOnMount: 'always',
  });

/** Refetches everything that a change of the serving version affects: trainings, versions, and the label of the bot. */
function useRefreshTraining(botId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: botKeys.training(botId) }),
      client.invalidateQueries({ queryKey: botKeys.details(botId) }),
      client.invalidateQueries({ queryKey: botKeys.lists }),
    ]);
}

export function useDecide(botId: string) {
  const refresh = useRefreshTraining(botId);
  return useMutation({
    mutationFn: ({ trainingId, isAccepted }: { trainingId: string; isAccepted: boolean }) =>
      api.told.training.decide({ params: { agentId: botId, trainingId }, body: { isAccepted } }),
    onSettled: refresh,
  });
}

export function useRestoreVersion(botId: string) {
  const refresh = useRefreshTraining(botId);
  return useMutation({
    mutationFn: (versionId: string) => api.told.training.restore({ params: { agentId: botId, versionId } }),
    onSettled: refresh,
  });
}

/** The data of a version becomes that of the editor, so all that shows the bot's data is read anew. */
export function useRestoreData(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (versionId: string) => api.training.restoreData({ params: { agentId: botId, versionId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.one(botId) }),
  });
}

/** Changes the threshold alone: the rest of the configuration is as it is stored by then. */
export function useApplyThreshold(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (confidenceThreshold: number) => {
      const params = { agentId: botId };
      const { config, version } = await api.bots.get({ params });
      const { entityExtractRetries, outOfScopeMessage, modelType, language, openaiKey } = config;
      const body = { entityExtractRetries, outOfScopeMessage, modelType, language, openaiKey, confidenceThreshold, version };
      return api.bots.saveConfig({ params, body });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.details(botId) }),
  });
}

/** The saved tests, said to the version that serves now. */
export const useRunTests = (botId: string) => useMutation({ mutationFn: () => api.training.runTests({ params: { agentId: botId } }) });

export function useRemoveTest(botId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (testId: string) => api.told.training.removeTest({ params: { agentId: botId, testId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: testsQuery(botId).queryKey }),
  });
}

export type ImportRequest = { file: File; signal: AbortSignal; onProgress: (ratio: number) => void };

/** An import changes stories, intents and entities, so all of the bot is read anew. */
export function useImportData(botId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ file, signal, onProgress }: ImportRequest) => {
      const form = new FormData();
      form.append('file', file, file.name);
      const path = endpoints.training.importData.path.replace(':agentId', encodeURIComponent(botId));
      return api.sendForm<ImportOutcome>(path, form, { signal, onProgress });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: botKeys.one(botId) }),
  });
}

export const exportPath = (botId: string, format: ExportFormat, part: ExportPart) =>
  `${endpoints.training.exportData.path.replace(':agentId', encodeURIComponent(botId))}?format=${format}&part=${part}`;
