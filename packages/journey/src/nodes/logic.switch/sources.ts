import type { Sources } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { value, cases }) {
    to.expression('value', value);
    for (const [place, { values }] of cases.entries())
      for (const [at, source] of values.entries()) to.expression(`cases.${place}.values.${at}`, source);
  },
  branches: true,
};
