import { DomainError } from './domain-error.ts';

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

type Told = { by: string; at: Date } | undefined;

/** The same of a record whose row does not say who changed it. @param last of the audit trail; undefined: it was changed before there was one */
export const changedSince = (last: Told, now: Date): DomainError => recordChanged(last?.by ?? '', last?.at ?? now);

/** Another user has saved in between: the form offers to reload or to compare, and overwrites nothing unasked (screens 0.1). */
export const recordChanged = (changedBy: string, changedAt: Date) =>
  new DomainError('record.changed', `Changed by ${changedBy || 'somebody'} at ${format.format(changedAt).replaceAll(',', '')} UTC`, {
    changedBy,
    changedAt: changedAt.toISOString(),
  });
