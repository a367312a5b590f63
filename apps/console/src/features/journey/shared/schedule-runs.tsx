import { Text } from '@mantine/core';
import { type JourneyRule, startRefusals } from '@parley/contract';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { journeyWords } from '../../../locales/journey.ts';

/** Next due time of a rule, and the outcome of its last run. */
export function ScheduleRuns({ nextAt, lastRun }: Pick<JourneyRule, 'nextAt' | 'lastRun'>) {
  const say = useWords(journeyWords.entry);
  return (
    <Text size="xs" c="dimmed">
      {nextAt ? say('nextRun', { at: formatReportDate(nextAt) }) : say('noNextRun')}
      {lastRun ? (
        <>
          <br />
          {say('lastRun', { at: formatReportDate(lastRun.dueAt) })} <LastRun run={lastRun} />
        </>
      ) : null}
    </Text>
  );
}

function LastRun({ run }: { run: NonNullable<JourneyRule['lastRun']> }) {
  const say = useWords(journeyWords.entry);
  if (run.skipped !== '') return say(`skip_${run.skipped}`, { count: run.people });
  const refused = startRefusals.flatMap((reason) => {
    const count = run.refused[reason] ?? 0;
    return count > 0 ? [say(`refused_${reason}`, { count })] : [];
  });
  const waiting = run.people - run.started - Object.values(run.refused).reduce((sum, count) => sum + count, 0);
  return [say('runBegun', { count: run.started }), ...refused, ...(waiting > 0 ? [say('runWaiting', { count: waiting })] : [])].join(', ');
}
