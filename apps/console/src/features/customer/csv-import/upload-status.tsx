import { Badge, Progress, Text } from '@mantine/core';
import type { UploadRecord } from '@parley/contract';
import { IconArrowBackUp, IconCircleCheck, IconCircleX, IconClockHour4, IconPlayerStop } from '@tabler/icons-react';
import { type SayOf, useWords } from '../../../lib/words.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './csv-import.module.css';
import { isUnfinished } from './csv-import.queries.ts';
import { countLeftOut } from './left-out-note.tsx';

const looks = {
  COMPLETED: { icon: IconCircleCheck, color: 'green', word: 'stateCompleted' },
  WAITING: { icon: IconClockHour4, color: 'blue', word: 'stateWaiting' },
  ERROR: { icon: IconCircleX, color: 'red', word: 'stateError' },
} as const;

/** The state in words; the phase where it tells more than the state does. */
export function sayStatus(say: SayOf<typeof customerWords.csvImport>, { state, phase, progress }: UploadRecord): string {
  const percent = Math.floor(progress * 100);
  if (phase === 'running') return say('phaseRunning', { percent });
  if (phase === 'undoing') return say('phaseUndoing', { percent });
  if (phase === 'undone') return say('phaseUndone');
  if (phase === 'cancelled') return say('phaseCancelled');
  return say(looks[state].word);
}

export function UploadStatus({ record, withReason = true }: { record: UploadRecord; withReason?: boolean }) {
  const say = useWords(customerWords.csvImport);
  const { state, phase, progress, reason, file, startCount, refusedStartCount } = record;
  const look =
    phase === 'undone' || phase === 'cancelled'
      ? { icon: phase === 'undone' ? IconArrowBackUp : IconPlayerStop, color: 'gray' }
      : looks[state];
  return (
    <div className={classes.status}>
      <Badge
        size="lg"
        color={look.color}
        leftSection={<look.icon size={14} stroke={1.8} aria-hidden />}
        data-state={state}
        className="tabular"
      >
        {sayStatus(say, record)}
      </Badge>
      {isUnfinished(record) && phase !== 'queued' ? (
        <Progress size="sm" value={progress * 100} aria-label={say('progressOf', { name: file.name })} />
      ) : null}
      {withReason && reason ? (
        <Text size="xs" c="dimmed" className={classes.reason}>
          {reason}
        </Text>
      ) : null}
      {withReason && refusedStartCount > 0 ? (
        <Text size="xs" c="var(--mantine-color-error)" className={classes.reason}>
          {say('streamsRefused', { count: refusedStartCount })}
        </Text>
      ) : null}
      {withReason && record.leftOut.length > 0 ? (
        <Text size="xs" c="dimmed" className={classes.reason}>
          {say('leftOut', { count: countLeftOut(record) })}
        </Text>
      ) : null}
      {withReason && startCount > 0 && !isUnfinished(record) ? (
        <Text size="xs" c="dimmed" className={classes.reason}>
          {say('streamsBegun', { count: startCount })}
        </Text>
      ) : null}
    </div>
  );
}
