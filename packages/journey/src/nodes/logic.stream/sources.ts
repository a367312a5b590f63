import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { given }) => to.values('given', given),
  sets: ({ taken }) => Object.keys(taken).map((variable) => ({ variable, exits: ['done'] })),
  passesOn: () => true,
};
