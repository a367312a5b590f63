import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';
import { isWithin } from '../shared/within.ts';

export const run: Run<'input.number'> = askingRun<'input.number'>({
  read(turn, { config }, { text }) {
    const value = turn.facts.readers.number(text, turn.language);
    if (value === null || (config.isWhole && !Number.isInteger(value))) return undefined;
    return isWithin(turn, value, config) ? { value } : undefined;
  },
});
