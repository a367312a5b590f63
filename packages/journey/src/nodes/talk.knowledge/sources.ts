import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { question }) => to.expression('question', question),
  sets: ({ variable }) => settingOf(variable, ['answered']),
  isCall: true,
};
