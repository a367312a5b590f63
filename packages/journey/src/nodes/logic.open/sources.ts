import { orEndless, type Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  // While it is open nobody waits: a circle over `next` would run by itself.
  waits: () => false,
  // A save of the calendar may end the wait by `error` too.
  waited: ({ mostSeconds }) => orEndless(mostSeconds),
};
