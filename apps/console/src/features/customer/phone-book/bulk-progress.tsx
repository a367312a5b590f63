import { Button, CloseButton, Progress, Text } from '@mantine/core';
import type { BulkJob, bulkActions } from '@parley/contract';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { customerWords, type PhoneBookSay } from '../../../locales/customer.ts';
import { downloadBulkFile, isFinished, useBulkJobs, useCancelBulk } from './bulk.queries.ts';
import classes from './bulk-progress.module.css';
import { tellFailure } from './phone-book.queries.ts';

/** An ended job is news for an hour; later it is history, and an export is asked for anew. */
const newsMs = 60 * 60_000;
/** The list of customers stays in sight; a dismissed job makes room for the next. */
const mostShown = 3;
const dismissedKey = 'phone-book.dismissed';

const actionWord = {
  group: 'jobGroup',
  label: 'jobLabel',
  delete: 'jobDelete',
  export: 'jobExport',
} as const satisfies Record<(typeof bulkActions)[number], string>;

const isNews = (job: BulkJob, now: number) => !isFinished(job) || (job.finishedAt !== null && now - Date.parse(job.finishedAt) < newsMs);

/** The jobs over many customers: how far they are, and what came of them. */
export function BulkProgress() {
  const t = useWords(customerWords.phoneBook);
  const jobs = useBulkJobs();
  const [dismissed, setDismissed] = useState(readDismissed);
  const now = Date.now();
  const news = jobs.filter((job) => isNews(job, now) && !dismissed.includes(job.id));
  const shown = [...news.filter((job) => !isFinished(job)), ...news.filter(isFinished)].slice(0, mostShown);
  if (shown.length === 0) return null;
  const handleDismiss = (id: string) => {
    // What the server no longer lists needs no remembering.
    const next = [id, ...dismissed.filter((known) => jobs.some((job) => job.id === known))];
    setDismissed(next);
    localStorage.setItem(dismissedKey, JSON.stringify(next));
  };
  return (
    <section className={classes.panel} aria-label={t('jobs')}>
      {shown.map((job) => (
        <JobLine key={job.id} job={job} onDismiss={() => handleDismiss(job.id)} />
      ))}
    </section>
  );
}

function JobLine({ job, onDismiss }: { job: BulkJob; onDismiss: () => void }) {
  const t = useWords(customerWords.phoneBook);
  const cancel = useCancelBulk();
  const download = useMutation({ meta: { isQuiet: true }, mutationFn: downloadBulkFile, onError: tellFailure });
  const action = t(actionWord[job.action]);
  const { file } = job;
  return (
    <div className={classes.job}>
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {action}
        </Text>
        <Text size="sm" c={job.state === 'failed' ? 'red' : undefined} className="tabular" aria-live="polite">
          {describeState(t, job)}
        </Text>
        <Text size="xs" c="dimmed" className={classes.by}>
          {t('jobBy', { name: job.createdBy, at: formatReportDate(job.createdAt) })}
        </Text>
      </div>
      <div className={classes.actions}>
        {file ? (
          <Button
            size="xs"
            variant="light"
            leftSection={<IconDownload size={15} />}
            loading={download.isPending}
            onClick={() => download.mutate(file)}
          >
            {t('download')}
          </Button>
        ) : null}
        {isFinished(job) ? (
          <CloseButton size="sm" aria-label={t('dismiss', { action })} onClick={onDismiss} />
        ) : (
          <Button
            size="xs"
            variant="default"
            aria-label={t('cancelJob', { action })}
            loading={cancel.isPending}
            onClick={() => cancel.mutate(job.id)}
          >
            {t('cancel')}
          </Button>
        )}
      </div>
      {isFinished(job) ? null : (
        <Progress
          className={classes.bar}
          size={4}
          value={job.total ? (job.done / job.total) * 100 : 100}
          animated={!job.total}
          aria-label={action}
        />
      )}
    </div>
  );
}

function describeState(t: PhoneBookSay, job: BulkJob): string {
  switch (job.state) {
    case 'waiting':
      return t('jobWaiting');
    case 'running':
      if (job.total === null) return job.done === 0 ? t('jobCounting') : t('jobSoFar', { done: job.done.toLocaleString() });
      return t('jobRunning', { done: job.done.toLocaleString(), total: job.total.toLocaleString() });
    case 'completed':
      return t('jobDone', { count: job.changed });
    case 'cancelled':
      return t('jobCancelled', { count: job.changed });
    case 'failed':
      return t('jobFailed', { reason: job.reason });
  }
}

function readDismissed(): string[] {
  try {
    const known: unknown = JSON.parse(localStorage.getItem(dismissedKey) ?? '[]');
    return Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
