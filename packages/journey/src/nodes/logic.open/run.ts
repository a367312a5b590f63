import { untilOpen } from '../../engine/opening.ts';
import { laterBy } from '../../expression/dates.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'logic.open'> = {
  run(turn, { config: { calendar, mostSeconds } }) {
    const mostAt = mostSeconds === null ? null : laterBy(turn.now, mostSeconds, turn.facts.zone);
    return untilOpen(turn, { calendar: calendar?.id ?? null, mostAt });
  },
};
