import { type Exits, needed, optional, timeout } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ mostSeconds }) => [...needed('next'), ...timeout(mostSeconds), ...optional('error')],
};
