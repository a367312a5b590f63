import { Button, CloseButton, Progress, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { getOwnStore } from '../lib/own-store.ts';
import classes from './job-list.module.css';

/** The list below stays in sight; a hidden job makes room for the next. */
const mostShown = 3;

type ListedJob = { id: string; finishedAt: string | null };
export type JobListProps<Job extends ListedJob> = {
  /** Names the list for those who do not see it. */
  label: string;
  jobs: readonly Job[];
  /** Time during which an ended job is news, in milliseconds; later it is history. */
  newsMs: number;
  /** The name under which the browser keeps which jobs this person has hidden. */
  hiddenName: string;
  children: (job: Job, onHide: () => void) => ReactNode;
};

/** Jobs over many records, those at work first: a few lines above the list of these records, and nothing where there is no news. */
export function JobList<Job extends ListedJob>({ label, jobs, newsMs, hiddenName, children }: JobListProps<Job>) {
  const [hidden, setHidden] = useState(() => readHidden(hiddenName));
  const now = Date.now();
  const isNews = ({ finishedAt }: Job) => finishedAt === null || now - Date.parse(finishedAt) < newsMs;
  const news = jobs.filter((job) => isNews(job) && !hidden.includes(job.id));
  const shown = [...news.filter((job) => job.finishedAt === null), ...news.filter((job) => job.finishedAt !== null)].slice(0, mostShown);
  if (shown.length === 0) return null;
  const handleHide = (id: string) => {
    // A job that the server lists no more is forgotten here too.
    const next = [id, ...hidden.filter((known) => jobs.some((job) => job.id === known))];
    setHidden(next);
    getOwnStore()?.write(hiddenName, JSON.stringify(next));
  };
  return (
    <section className={classes.list} aria-label={label}>
      {shown.map((job) => (
        <div key={job.id} className={classes.job}>
          {children(job, () => handleHide(job.id))}
        </div>
      ))}
    </section>
  );
}

export type JobLineProps = {
  title: string;
  /** Progress or outcome of the job */
  state: string;
  hasFailed?: boolean;
  /** The user who started it, and the time */
  by: string;
  /** Progress of a running job from 0 to 1, undefined while it is counted, and its cancel button. */
  work?: {
    ratio: number | undefined;
    progressLabel: string;
    cancel: string;
    cancelLabel: string;
    isCancelling: boolean;
    onCancel: () => void;
  };
  hideLabel: string;
  onHide: () => void;
  /** More that can be done with it */
  actions?: ReactNode;
};

/** One job of the list: what it is, how far it is, and what can be done with it. */
export function JobLine({ title, state, hasFailed = false, by, work, hideLabel, onHide, actions }: JobLineProps) {
  return (
    <>
      <div className={classes.words}>
        <Text size="sm" fw={550}>
          {title}
        </Text>
        <Text size="sm" c={hasFailed ? 'red' : undefined} className="tabular" aria-live="polite">
          {state}
        </Text>
        <Text size="xs" c="dimmed" className={classes.by}>
          {by}
        </Text>
      </div>
      <div className={classes.actions}>
        {actions}
        {work ? (
          <Button size="xs" variant="default" aria-label={work.cancelLabel} loading={work.isCancelling} onClick={work.onCancel}>
            {work.cancel}
          </Button>
        ) : (
          <CloseButton size="sm" aria-label={hideLabel} onClick={onHide} />
        )}
      </div>
      {work ? (
        <Progress
          className={classes.progress ?? ''}
          size={4}
          value={work.ratio === undefined ? 100 : work.ratio * 100}
          animated={work.ratio === undefined}
          aria-label={work.progressLabel}
        />
      ) : null}
    </>
  );
}

function readHidden(name: string): string[] {
  try {
    const known: unknown = JSON.parse(getOwnStore()?.read(name) ?? '[]');
    return Array.isArray(known) ? known.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}
