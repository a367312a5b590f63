import { type Exits, needed } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  list: ({ shares }) => needed(...shares.map(({ id }) => id)),
  title({ shares }, exit) {
    const found = shares.find(({ id }) => id === exit);
    return found ? `${found.name} ${found.share / 100} %`.trim() : '';
  },
};
