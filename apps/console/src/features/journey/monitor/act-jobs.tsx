import { Button, Modal, Stack } from '@mantine/core';
import { type ActJob, type ActOutcome, actOutcomes } from '@parley/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FilterSelect } from '../../../components/filter-select.tsx';
import { JobLine, JobList } from '../../../components/job-list.tsx';
import { formatNumber, formatReportDate } from '../../../lib/format.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';
import { actPage, actPeopleQuery, actsQuery, hasEnded, useCancelAct } from './act.queries.ts';
import { ActedPeople } from './acted-people.tsx';

/** An ended job is news for a day. */
const newsMs = 24 * 60 * 60_000;

/** Acts on many walks: how far they are, and what came of each person. */
export function ActJobs() {
  const say = useWords(journeyWords.monitor);
  const jobs = useQuery(actsQuery).data ?? [];
  const [shown, setShown] = useState<ActJob>();
  return (
    <>
      <JobList label={say('jobs')} jobs={jobs} newsMs={newsMs} hiddenName="stream-monitor.hidden">
        {(job, onHide) => <ActLine job={job} onShow={() => setShown(job)} onHide={onHide} />}
      </JobList>
      {shown ? <JobPeople job={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  );
}

const goneOf = ({ done, held, refused }: ActJob): number => done + held + refused;

function ActLine({ job, onShow, onHide }: { job: ActJob; onShow: () => void; onHide: () => void }) {
  const say = useWords(journeyWords.monitor);
  const cancel = useCancelAct();
  const act = say(`act_${job.act}`);
  const numbers = { done: formatNumber(job.done), held: formatNumber(job.held), refused: formatNumber(job.refused) };
  const words = {
    waiting: () => say('jobWaiting'),
    running: () => say('jobRunning', { gone: formatNumber(goneOf(job)), total: formatNumber(job.total) }),
    completed: () => say('jobEnded', numbers),
    cancelled: () => say('jobCancelled', numbers),
  }[job.state];
  const work = {
    ratio: goneOf(job) / job.total,
    progressLabel: act,
    cancel: say('cancel'),
    cancelLabel: say('cancelJob', { act }),
    isCancelling: cancel.isPending,
    onCancel: () => cancel.mutate(job.id, { onError: (error) => void tellFailure(error) }),
  };
  return (
    <JobLine
      title={say('jobOf', { act, total: formatNumber(job.total) })}
      state={words()}
      by={say('jobBy', { name: job.createdBy, at: formatReportDate(job.createdAt) })}
      {...(hasEnded(job) ? {} : { work })}
      hideLabel={say('dismiss', { act })}
      onHide={onHide}
      actions={
        <Button size="xs" variant="light" aria-label={say('resultsOf', { act })} onClick={onShow}>
          {say('results')}
        </Button>
      }
    />
  );
}

function JobPeople({ job, onClose }: { job: ActJob; onClose: () => void }) {
  const say = useWords(journeyWords.monitor);
  const [outcome, setOutcome] = useState<ActOutcome | ''>('');
  const [from, setFrom] = useState(0);
  const list = useQuery(actPeopleQuery(job.id, { outcome, from }));
  return (
    <Modal opened onClose={onClose} size="xl" title={say('resultsTitle', { act: say(`act_${job.act}`) })}>
      <Stack gap="md">
        <FilterSelect
          label={say('outcomeOf')}
          all={say('allOutcomes')}
          value={outcome}
          data={actOutcomes.map((value) => ({ value, label: say(`outcome_${value}`) }))}
          onChange={(next) => {
            setOutcome(next as ActOutcome | '');
            setFrom(0);
          }}
        />
        <ActedPeople
          people={list.data?.people}
          error={list.error}
          isFetching={list.isPlaceholderData}
          onRetry={() => void list.refetch()}
          page={{ from, perPage: actPage, more: list.data?.more ?? false, isFixed: true, onChange: (page) => setFrom(page.from) }}
        />
      </Stack>
    </Modal>
  );
}
