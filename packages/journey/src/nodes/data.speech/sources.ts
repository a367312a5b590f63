import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect: (to, { media }) => to.expression('media', media, false, ['Media']),
  sets: ({ variable }) => settingOf(variable, ['ok', 'unsure']),
  isCall: true,
};
