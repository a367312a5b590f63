import type { Value } from '../../expression/value.ts';
import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';
import { isWithin } from '../shared/within.ts';

export const run: Run<'input.date'> = askingRun<'input.date'>({
  read(turn, { config }, { text }) {
    const { facts, language, now } = turn;
    const found = facts.readers.date(text, { language, zone: facts.zone, now, hasTime: config.hasTime });
    if (found === null) return undefined;
    if (found === 'unclear') return { unclear: true };
    const value: Value = 'day' in found ? { $: 'day', day: found.day } : { $: 'instant', at: found.at };
    return isWithin(turn, value, config) ? { value } : undefined;
  },
});
