import type { BulkJob, bulkActions, Selection } from '@parley/contract';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { api } from '../../../lib/api.ts';
import { downloadFile } from '../../../lib/download.ts';
import { phoneBookKeys, tellFailure, useRefreshPhoneBook } from './phone-book.queries.ts';

const pollMs = 1_000;

export const isFinished = (job: BulkJob) => job.state !== 'waiting' && job.state !== 'running';

/** The latest jobs, asked for every second while one of them is at work. */
export const bulkQuery = queryOptions({
  queryKey: phoneBookKeys.bulk,
  queryFn: async ({ signal }) => (await api.phoneBook.listBulk({}, { signal })).bulkJobs,
  refetchInterval: ({ state }) => (state.data?.every(isFinished) === false ? pollMs : false),
  meta: { isQuiet: true },
});

export type BulkOrder = { action: (typeof bulkActions)[number]; selection: Selection; setIds: string[]; key: string };

function usePutJob() {
  const client = useQueryClient();
  return (job: BulkJob) => client.setQueryData(bulkQuery.queryKey, (jobs = []) => [job, ...jobs.filter(({ id }) => id !== job.id)]);
}

export function useStartBulk() {
  const put = usePutJob();
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (body: BulkOrder) => (await api.phoneBook.startBulk({ body })).bulkJob,
    onSuccess: (job) => {
      put(job);
      // A job may be done before the first look at it.
      if (isFinished(job)) void refresh();
    },
    onError: tellFailure,
  });
}

export function useCancelBulk() {
  const put = usePutJob();
  const refresh = useRefreshPhoneBook();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (bulkId: string) => (await api.phoneBook.cancelBulk({ params: { bulkId } })).bulkJob,
    onSuccess: (job) => {
      put(job);
      void refresh();
    },
    onError: tellFailure,
  });
}

/** The jobs; the list and the counts are read again whenever one of them has come to its end. */
export function useBulkJobs(): readonly BulkJob[] {
  const { data: jobs } = useQuery(bulkQuery);
  const refresh = useRefreshPhoneBook();
  const open = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (!jobs) return;
    const hasEnded = jobs.some((job) => isFinished(job) && open.current.has(job.id));
    open.current = new Set(jobs.filter((job) => !isFinished(job)).map(({ id }) => id));
    if (hasEnded) void refresh();
  }, [jobs, refresh]);
  return jobs ?? [];
}

export const downloadBulkFile = (file: NonNullable<BulkJob['file']>): Promise<void> =>
  downloadFile(`/e/enterprise/files/${file.id}`, file.name);
