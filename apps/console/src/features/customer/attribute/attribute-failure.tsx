import { Alert, Button, Group } from '@mantine/core';
import type { FieldError } from '@parley/contract';
import { useEffect, useRef } from 'react';
import type { Failure } from '../../../lib/errors.ts';
import { formatReportDate } from '../../../lib/format.ts';
import { useWords } from '../../../lib/words.ts';
import { commonWords } from '../../../locales/common.ts';
import { customerWords } from '../../../locales/customer.ts';
import classes from './attribute.module.css';

/** Why a save was refused: every fault that the server found (ATTR-068), or who was quicker. */
export function AttributeFailure({
  failure,
  errors,
  onReload,
}: {
  failure: Failure;
  errors: readonly FieldError[];
  onReload?: (() => void) | undefined;
}) {
  const say = useWords(customerWords.attribute);
  const sayCommon = useWords(commonWords.ui);
  const box = useRef<HTMLDivElement>(null);
  // The button that was pressed is at the other end of the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new failure is brought into view
  useEffect(() => box.current?.scrollIntoView?.({ block: 'nearest' }), [failure]);
  const { changedBy, changedAt } = failure.data;
  if (failure.code === 'record.changed' && typeof changedBy === 'string' && typeof changedAt === 'string') {
    return (
      <Alert color="yellow" role="alert" ref={box}>
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
    <Alert color="red" role="alert" ref={box}>
      {failure.message}
      {errors.length > 0 ? (
        <ul className={classes.errors}>
          {errors.map(({ field, message }) => (
            <li key={`${field} ${message}`}>{message}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}
