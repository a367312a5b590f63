import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  sets: ({ taken }) => Object.values(taken).map((variable) => ({ variable, exits: '' })),
  asksFor: ({ taken }) => Object.values(taken),
  hears: true,
  waits: () => true,
};
