import { type Exits, needed, optional } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: () => [...needed('each', 'done'), ...optional('error')],
};
