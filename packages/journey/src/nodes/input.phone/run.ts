import { textFunctions } from '../../expression/functions/text.ts';
import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'input.phone'> = askingRun<'input.phone'>({
  read(turn, { config }, { text }) {
    const { country } = turn.facts;
    const value = textFunctions.e164?.apply([text, config.country || country], { ...turn.facts, now: turn.now }, turn.work);
    return value ? { value } : undefined;
  },
});
