import { untilOpen } from '../../engine/opening.ts';
import { laterBy } from '../../expression/dates.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'logic.open'> = {
  run(turn, { config: { mostSeconds } }) {
    return untilOpen(turn, mostSeconds === null ? null : laterBy(turn.now, mostSeconds, turn.facts.zone));
  },
};
