import { type Exits, needed, optional, timeout } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ returns, timeoutSeconds }) => [
    ...(returns ? needed('returned') : []),
    ...optional('missed', 'outOfHours'),
    ...timeout(timeoutSeconds),
    ...optional('error'),
  ],
};
