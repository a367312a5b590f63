import { answerExits, type Exits, replies } from '../shared/exits.ts';
import type { Config } from './schema.ts';

export const exits: Exits<Config> = {
  ...answerExits,
  list(config) {
    const { options, isSplit, isSeveral } = config;
    const all = answerExits.list(config);
    if (options.kind !== 'fixed' || !isSplit || isSeveral) return all;
    return [...replies(options.items), ...all.filter(({ id }) => id !== 'ok')];
  },
  items: ({ options }) => (options.kind === 'fixed' ? options.items : []),
};
