import { type Exits, needed, optional } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: () => [...needed('each', 'done'), ...optional('error')],
  // It goes round so often and not more, but a walk that has left it may come back.
  waits: (_config, exit) => exit === 'each',
};
