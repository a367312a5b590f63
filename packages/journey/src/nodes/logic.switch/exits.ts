import { type Exits, needed, optional } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ cases }) => [...needed(...cases.map(({ id }) => id), 'other'), ...optional('error')],
  title({ cases }, exit) {
    const found = cases.find(({ id }) => id === exit);
    return found ? found.name || found.values.join(', ') : '';
  },
};
