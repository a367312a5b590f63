import { type Exits, needed, optional } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ statuses }) => [...needed('ok', ...statuses.map(({ id }) => id)), ...optional('unknown', 'error')],
  title({ statuses }, exit) {
    const found = statuses.find(({ id }) => id === exit);
    return found ? found.name || (found.from === found.to ? String(found.from) : `${found.from}–${found.to}`) : '';
  },
};
