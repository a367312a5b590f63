import { type Sources, settingOf } from '../shared/sources.ts';
import type { Config } from './schema.ts';

export const sources: Sources<Config> = {
  collect(to, { text, prefill, remindSeconds, remindText }) {
    to.words('text', text);
    to.values('prefill', prefill);
    if (remindSeconds !== null) to.words('remindText', remindText);
  },
  sets: ({ variable }) => settingOf(variable, ['ok']),
  asksFor: ({ variable }) => [variable],
};
