import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { list }) => to.expression('list', list, true, ['List']),
  sets: ({ item }) => settingOf(item, ['each']),
  passesOn: () => true,
  // It goes round so often and not more, but a walk that has left it may come back.
  waits: (_config, exit) => exit === 'each',
};
