import { leastWait, orEndless, type Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { until, notAfter }) {
    if (until.kind === 'date') to.expression('until.date', until.date, false, ['Date']);
    if (until.kind === 'event') to.expression('until.key', until.key);
    to.expression('notAfter', notAfter, true, ['Date']);
  },
  leaks: { as: 'inWait', field: 'until.key' },
  awaitsReceiptOf: ({ until }) => (until.kind === 'receipt' ? until.node : undefined),
  waits({ until }, exit, isDateAhead) {
    if (exit === 'error') return false;
    if (until.kind === 'duration') return until.seconds >= leastWait;
    return until.kind === 'date' ? isDateAhead : until.kind !== 'receipt';
  },
  waited({ until }, exit) {
    if (exit === 'error') return 0;
    if (until.kind === 'duration') return until.seconds;
    return 'timeoutSeconds' in until ? orEndless(until.timeoutSeconds) : Number.POSITIVE_INFINITY;
  },
};
