import { orEndless, type Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { note }) => to.words('note', note),
  waits: ({ returns }, exit) => returns && exit !== 'outOfHours' && exit !== 'error',
  waited: ({ timeoutSeconds }, exit) => (exit === 'returned' ? 'answered' : exit === 'timeout' ? orEndless(timeoutSeconds) : 0),
  // A customer who is handed over for good comes back by none of its exits.
  comesBack: ({ returns }) => returns,
};
