import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'mark.milestone'> = {
  /** Counts it once an instance, the first time. */
  run(turn, { config }) {
    if (!turn.instance.milestones.includes(config.milestone)) {
      turn.instance.milestones.push(config.milestone);
      turn.effects.push({ kind: 'milestone', milestone: config.milestone });
    }
    return next();
  },
};
