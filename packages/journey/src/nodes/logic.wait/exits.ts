import { type Exits, needed, optional, timeout } from '../shared/exits.ts';
import { leastWait } from '../shared/least-wait.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ until, notAfter }) => [
    ...needed('next'),
    ...(notAfter === '' ? [] : needed('late')),
    ...('timeoutSeconds' in until ? timeout(until.timeoutSeconds) : []),
    ...optional('error'),
  ],
  waits({ until }, exit, isDateAhead) {
    if (exit === 'error') return false;
    if (until.kind === 'duration') return until.seconds >= leastWait;
    return until.kind === 'date' ? isDateAhead : until.kind !== 'receipt';
  },
};
