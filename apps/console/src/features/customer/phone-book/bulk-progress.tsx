import { Button } from '@mantine/core';
import type { BulkJob, bulkActions } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { JobLine, JobList } from '../../../components/job-list.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { downloadBulkFile, isFinished, useBulkJobs, useCancelBulk } from './bulk.queries.ts';
import { tellFailure } from './phone-book.queries.ts';

/** An ended job is news for an hour; later it is history, and an export is asked for anew. */
const newsMs = 60 * 60_000;

const actionWord = {
  group: 'jobGroup',
  label: 'jobLabel',
  delete: 'jobDelete',
  export: 'jobExport',
} as const satisfies Record<(typeof bulkActions)[number], string>;

/** The jobs over many customers: how far they are, and what came of them. */
export function BulkProgress() {
  const t = useWords(customerWords.phoneBook);
  return (
    <JobList label={t('jobs')} jobs={useBulkJobs()} newsMs={newsMs} hiddenName="phone-book.dismissed">
      {(job, onHide) => <BulkLine job={job} onHide={onHide} />}
    </JobList>
  );
}

function BulkLine({ job, onHide }: { job: BulkJob; onHide: () => void }) {
  const t = useWords(customerWords.phoneBook);
  const cancel = useCancelBulk();
  const download = useMutation({ meta: { isQuiet: true }, mutationFn: downloadBulkFile, onError: tellFailure });
  const action = t(actionWord[job.action]);
  const { file } = job;
  const work = {
    ratio: job.total ? job.done / job.total : undefined,
    progressLabel: action,
    cancel: t('cancel'),
    cancelLabel: t('cancelJob', { action }),
    isCancelling: cancel.isPending,
    onCancel: () => cancel.mutate(job.id),
  };
  return (
    <JobLine
      title={action}
      state={describeState(t, job)}
      hasFailed={job.state === 'failed'}
      by={t('jobBy', { name: job.createdBy, at: formatReportDate(job.createdAt) })}
      {...(isFinished(job) ? {} : { work })}
      hideLabel={t('dismiss', { action })}
      onHide={onHide}
      actions={
        file ? (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconDownload size={15} />}
            loading={download.isPending}
            onClick={() => download.mutate(file)}
          >
            {t('download')}
          </Button>
        ) : null
      }
    />
  );
}

function describeState(t: PhoneBookSay, job: BulkJob): string {
  switch (job.state) {
    case 'waiting':
      return t('jobWaiting');
    case 'running':
      if (job.total === null) return job.done === 0 ? t('jobCounting') : t('jobSoFar', { done: formatNumber(job.done) });
      return t('jobRunning', { done: formatNumber(job.done), total: formatNumber(job.total) });
    case 'completed':
      return t('jobDone', { count: job.changed });
    case 'cancelled':
      return t('jobCancelled', { count: job.changed });
    case 'failed':
      return t('jobFailed', { reason: job.reason });
  }
}
