import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { parameters }) {
    for (const [place, source] of parameters.entries()) to.expression(`parameters.${place}`, source);
  },
  sets: ({ variable }) => settingOf(variable, ['rows', 'none']),
  // Its answer is a list of rows.
  fills: ({ variable }) => [{ variable, value: [], field: 'variable', path: '' }],
  isCall: true,
};
