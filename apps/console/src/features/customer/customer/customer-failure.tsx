import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { describeFailure, readFieldErrors } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './customer.module.css';

/** Why a save was refused: the server's message and every fault it found (PHONE-043), or who was quicker. */
export function CustomerFailure({ error, onReload }: { error: unknown; onReload?: (() => void) | undefined }) {
  const say = useWords(customerWords.customer);
  const sayCommon = useWords(commonWords.ui);
  const box = useRef<HTMLDivElement>(null);
  const { code, message, data } = describeFailure(error);
  const errors = readFieldErrors(error);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new failure is brought into view
  useEffect(() => box.current?.scrollIntoView?.({ block: 'nearest' }), [error]);
  const { changedBy, changedAt } = data;
  if (code === 'record.changed' && typeof changedBy === 'string' && typeof changedAt === 'string') {
    return (
      <Alert color="yellow" role="alert" ref={box} mb="md">
        <Group justify="space-between">
          {say('changedBy', { name: changedBy, time: formatReportDate(changedAt) })}
          {onReload ? (
            <Button size="compact-sm" variant="default" onClick={onReload}>
              {sayCommon('reload')}
            </Button>
          ) : null}
        </Group>
      </Alert>
    );
  }
  return (
    <Alert color="red" role="alert" ref={box} mb="md">
      {message}
      {errors.length > 0 ? (
        <ul className={classes.errors}>
          {errors.map(({ field, message: fault }) => (
            <li key={`${field} ${fault}`}>{fault}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
