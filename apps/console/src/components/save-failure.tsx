import { Alert, Button, Group, type MantineSpacing } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { describeFailure, readFieldErrors } from '../lib/errors.ts';
import { formatReportDate } from '../lib/format.ts';
import { useWords } from '../lib/words.ts';
import { commonWords } from '../locales/common.ts';
import classes from './states.module.css';

export type SaveFailureProps = {
  error: unknown;
  /** Takes what the other has saved in place of what was typed. */
  onReload?: (() => void) | undefined;
  /** Lines below the message; every fault by field that the server found when they are left out. */
  lines?: readonly string[];
  mb?: MantineSpacing;
};

/** Explains a refused save: the other user who saved first, or the server's message and its findings. */
export function SaveFailure({ error, onReload, lines, mb = 0 }: SaveFailureProps) {
  const say = useWords(commonWords.ui);
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed may be at the other end of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new failure is brought into view
  useEffect(() => {
    // Newer browsers answer a promise, which is no way to end an effect.
    void box.current?.scrollIntoView?.({ block: 'nearest' });
  }, [error]);
  const { code, message, data } = describeFailure(error);
  const { changedBy, changedAt } = data;
  if (code === 'record.changed' && typeof changedBy === 'string' && typeof changedAt === 'string') {
    return (
      <Alert color="yellow" role="alert" ref={box} mb={mb}>
        <Group justify="space-between">
          {say('changedBy', { name: changedBy, time: formatReportDate(changedAt) })}
          {onReload ? (
            <Button size="compact-sm" variant="default" onClick={onReload}>
              {say('reload')}
            </Button>
          ) : null}
        </Group>
      </Alert>
    );
  }
  const found = lines ?? readFieldErrors(error).map((fault) => fault.message);
  return (
    <Alert color="red" role="alert" ref={box} mb={mb}>
      {message}
      {found.length > 0 ? (
        <ul className={classes.faults}>
          {[...new Set(found)].map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
