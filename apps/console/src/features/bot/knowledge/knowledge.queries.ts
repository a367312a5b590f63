import { endpoints, type KnowledgeConfig, type KnowledgeEmbedding, type KnowledgeSource, type sourceSchedules } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { botKeys } from '../shared/bot.queries.ts';

const livePaceMs = 2_000;
export const textPage = 20;

export const isBeingRead = ({ status }: KnowledgeSource) => status === 'PENDING' || status === 'READING';

export const knowledgeConfigQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.knowledge(botId), 'config'],
    queryFn: ({ signal }) => api.knowledge.getConfig({ params: { agentId: botId } }, { signal }),
    refetchOnMount: 'always',
  });

/** Asked again while a source waits or is being read. */
export const sourcesQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.knowledge(botId), 'sources'],
    queryFn: async ({ signal }) => (await api.knowledge.sources({ params: { agentId: botId } }, { signal })).sources,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? livePaceMs : false),
    meta: { isQuiet: true },
  });

export const isBeingEmbedded = ({ state }: KnowledgeEmbedding) => state === 'WAITING' || state === 'RUNNING';

/** Asked again while passages are embedded. */
export const embeddingQuery = (botId: string) =>
  queryOptions({
    queryKey: [...botKeys.knowledge(botId), 'embedding'],
    queryFn: ({ signal }) => api.knowledge.embedding({ params: { agentId: botId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isBeingEmbedded(state.data) ? livePaceMs : false),
    meta: { isQuiet: true },
  });

export function useEmbedAgain(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({ mutationFn: () => api.knowledge.embedAgain({ params: { agentId: botId } }), onSuccess: refresh });
}

/** Passages read from a source, a page at a time; they do not change before the source is read again. */
export const sourceTextQuery = (botId: string, { id, lastReadAt }: Pick<KnowledgeSource, 'id' | 'lastReadAt'>, from: number) =>
  queryOptions({
    queryKey: [...botKeys.knowledge(botId), 'text', id, lastReadAt, from],
    queryFn: ({ signal }) =>
      api.knowledge.text({ params: { agentId: botId, sourceId: id }, query: { from, perPage: textPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Refetches the sources and the training state: changed sources need a training. */
function useRefreshKnowledge(botId: string) {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: botKeys.knowledge(botId) }),
      client.invalidateQueries({ queryKey: botKeys.details(botId) }),
    ]);
}

export type KnowledgeSave = Pick<KnowledgeConfig, 'kbFromWebsite' | 'kbFromDoc' | 'websitesUrls' | 'genAiConfigId'>;

/** Documents travel empty: upload and deletion alone change them (KB-027, KB-028). */
export function useSaveKnowledge(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (save: KnowledgeSave & { version: number | undefined }) =>
      api.told.knowledge.saveConfig({ params: { agentId: botId }, body: { ...save, documents: [] } }),
    onSuccess: refresh,
  });
}

export function useUploadDocument(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ file, onProgress }: { file: File; onProgress: (ratio: number) => void }) => {
      const form = new FormData();
      // The field goes before the file: the server reads the stream in order.
      form.append('agentId', botId);
      form.append('files', file, file.name);
      return api.sendForm(endpoints.knowledge.upload.path, form, { onProgress });
    },
    onSuccess: refresh,
  });
}

export function useRemoveDocument(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (fileName: string) => api.knowledge.removeDocuments({ body: { agentId: botId, filenames: [fileName] } }),
    onSuccess: refresh,
  });
}

export function useAddNote(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { title: string; text: string }) => api.told.knowledge.addNote({ params: { agentId: botId }, body }),
    onSuccess: refresh,
  });
}

export function useRemoveNote(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    mutationFn: (sourceId: string) => api.knowledge.removeSource({ params: { agentId: botId, sourceId } }),
    onSuccess: refresh,
  });
}

export function useReadAgain(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    mutationFn: (sourceId: string) => api.knowledge.readAgain({ params: { agentId: botId, sourceId } }),
    onSuccess: refresh,
  });
}

type Schedule = (typeof sourceSchedules)[number];

export function useScheduleSource(botId: string) {
  const refresh = useRefreshKnowledge(botId);
  return useMutation({
    mutationFn: ({ sourceId, schedule }: { sourceId: string; schedule: Schedule }) =>
      api.knowledge.schedule({ params: { agentId: botId, sourceId }, body: { schedule } }),
    onSuccess: refresh,
  });
}

export const useSearchKnowledge = (botId: string) =>
  useMutation({
    meta: { isQuiet: true },
    mutationFn: async (question: string) => (await api.knowledge.search({ params: { agentId: botId }, body: { question } })).passages,
  });
