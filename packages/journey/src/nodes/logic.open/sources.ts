import { orEndless, type Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  waits: () => true,
  waited: ({ mostSeconds }, exit) => (exit === 'error' ? 0 : orEndless(mostSeconds)),
};
