import {
  type CsvUploadRequest,
  errorListPage,
  type FieldError,
  type ParsedCsv,
  type RowFix,
  type UploadErrorRow,
  type UploadRecord,
  uploadsPage,
} from '@parley/contract';
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/download.ts';
import { exportList } from '../../../lib/exports.ts';
import { setKeys } from '../shared/set.queries.ts';

const base = '/chatbird/api/customer_master';
const liveMs = 1_000;
// A server that does not answer is not asked every second.
const liveAfterFailureMs = 5_000;
/** Rows that one call may resubmit. */
const repairLimit = 200;

/** Target of the rows: a group, a label, or the phone book only. */
export type ImportTarget = { kind: 'group' | 'label' | 'book'; id: string };
export type RowKind = FieldError & { kind: string; count: number };
export type ErrorFilter = { from: number; search: string; kind: string };
export type EditedLine = { lineNumber: number; cells: string[] };

export const importKeys = {
  all: ['imports'] as const,
  list: (from: number) => ['imports', 'list', from] as const,
  one: (uploadId: string) => ['imports', 'one', uploadId] as const,
  foresight: (uploadId: string) => ['imports', 'undo', uploadId] as const,
  errors: (uploadId: string) => ['imports', 'errors', uploadId] as const,
};

export const isUnfinished = ({ phase }: UploadRecord) => phase === 'queued' || phase === 'running' || phase === 'undoing';
const pace = (isFailed: boolean) => (isFailed ? liveAfterFailureMs : liveMs);

/** Asked again every second while a file of the page is being worked on. */
export const uploadsQuery = (from: number) =>
  queryOptions({
    queryKey: importKeys.list(from),
    queryFn: ({ signal }) => api.imports.list({ query: { from, perPage: uploadsPage, fromDate: '', toDate: '' } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.customerCSVs.some(isUnfinished) ? pace(state.status === 'error') : false),
    meta: { isQuiet: true },
  });

export const uploadQuery = (uploadId: string) =>
  queryOptions({
    queryKey: importKeys.one(uploadId),
    queryFn: async ({ signal }) => (await api.imports.get({ params: { uploadId } }, { signal })).customerCSV,
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? pace(state.status === 'error') : false),
  });

export const errorsQuery = (uploadId: string, { from, search, kind }: ErrorFilter, isLive: boolean) =>
  queryOptions({
    queryKey: [...importKeys.errors(uploadId), { from, search, kind }],
    queryFn: ({ signal }) =>
      api.imports.errors({ params: { uploadId }, query: { from, perPage: errorListPage, search, groups: [], tags: [], kind } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isLive ? 2 * pace(state.status === 'error') : false),
  });

export const foresightQuery = (uploadId: string) =>
  queryOptions({
    queryKey: importKeys.foresight(uploadId),
    queryFn: async ({ signal }) => (await api.imports.foreseeUndo({ params: { uploadId } }, { signal })).undo,
    // The preview must show the current effect of an undo.
    staleTime: 0,
    gcTime: 0,
  });

type ReadFile = { file: File; target: ImportTarget; replace: boolean; signal: AbortSignal; onProgress: (ratio: number) => void };

/** Sends the file, then has the server read its head. */
export function useReadFile() {
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async ({ file, target, replace, signal, onProgress }: ReadFile): Promise<ParsedCsv> => {
      const form = new FormData();
      form.append('file', file, file.name);
      const { url } = await api.upload(form, onProgress, { path: `${base}/uploads/file`, signal });
      const body: CsvUploadRequest = { file: { name: file.name, path: url, source: 'URL' }, ...toTargetFields(target), replace };
      const answer = await api.imports.submit({ body }, { signal });
      if ('customerCSV' in answer) throw new Error('The server submitted a file that was to be read only.');
      return answer;
    },
  });
}

type SubmitMapping = Required<
  Pick<
    CsvUploadRequest,
    'headerMapping' | 'country' | 'dateOrder' | 'mappingName' | 'uploadId' | 'replace' | 'startStreams' | 'leaveOutInvalid'
  >
> & {
  target: ImportTarget;
};

export function useSubmitMapping() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async ({ target, ...mapping }: SubmitMapping): Promise<UploadRecord> => {
      const answer = await api.imports.submit({ body: { ...mapping, ...toTargetFields(target) } });
      if (!('customerCSV' in answer)) throw new Error('The server read a file that was to be submitted.');
      return answer.customerCSV;
    },
    onSuccess: () => client.invalidateQueries({ queryKey: importKeys.all }),
  });
}

/** `group` is true when the address carries a group (IMPORT-035). */
const toTargetFields = ({ kind, id }: ImportTarget) => ({
  segmentId: kind === 'label' ? id : '',
  groupId: kind === 'group' ? id : '',
  group: kind === 'group',
});

export const useRemoveMapping = () =>
  useMutation({ mutationFn: (mappingId: string) => api.imports.removeMapping({ params: { mappingId } }) });

/** Refetches imports, and the counts of groups and labels, which an import or its undo changes. */
export function refreshImports(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: importKeys.all });
  void client.invalidateQueries({ queryKey: setKeys.all });
}

export function useUploadAction(action: 'cancel' | 'undo') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uploadId: string) => api.told.imports[action]({ params: { uploadId } }),
    onSuccess: ({ answer: { customerCSV } }) => client.setQueryData(importKeys.one(customerCSV.uploadId), customerCSV),
    // A refusal says that the record is no longer what the screen shows.
    onSettled: () => refreshImports(client),
  });
}

export function useRepair(uploadId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (lines: EditedLine[]) => {
      const result = { acceptedCount: 0, rejected: [] as UploadErrorRow[] };
      for (let start = 0; start < lines.length; start += repairLimit) {
        const body = { lines: lines.slice(start, start + repairLimit) };
        const answer = await api.imports.repair({ params: { uploadId }, body });
        result.acceptedCount += answer.acceptedCount;
        result.rejected.push(...answer.rejected);
      }
      return result;
    },
    onSettled: () => refreshImports(client),
  });
}

/** All rows of a kind, a few hundred a call. @property done how many have been looked at */
export function useRepairKind(uploadId: string) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ kind, fix }: { kind: string; fix: RowFix }) => {
      const result = { acceptedCount: 0, rejectedCount: 0 };
      setDone(0);
      for (let after = 0, more = true; more; ) {
        const answer = await api.imports.repairKind({ params: { uploadId }, body: { kind, fix, after } });
        result.acceptedCount += answer.acceptedCount;
        result.rejectedCount += answer.rejectedCount;
        setDone(result.acceptedCount + result.rejectedCount);
        ({ lastLine: after, more } = answer);
      }
      return result;
    },
    onSettled: () => refreshImports(client),
  });
  return { ...mutation, done };
}

export const useSaveSample = () => useMutation({ mutationFn: () => downloadFile(`${base}/sample`, 'sample.csv') });
export const useSaveErrors = (uploadId: string) =>
  useMutation({
    mutationFn: () => exportList('importErrors', `${base}/uploads/${encodeURIComponent(uploadId)}/errors/csv`, { uploadId }),
  });
