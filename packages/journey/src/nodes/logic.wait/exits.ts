import { type Exits, needed, optional, timeout } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ until, notAfter }) => [
    ...needed('next'),
    ...(notAfter === '' ? [] : needed('late')),
    ...('timeoutSeconds' in until ? timeout(until.timeoutSeconds) : []),
    ...optional('error'),
  ],
};
