import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'data.set'> = {
  /** Carries out the assignments in their order, so that a later one reads the earlier. If one of them fails, none is kept. */
  run(turn, { config }) {
    const { secret } = turn.frame;
    const before = { ...turn.frame.variables };
    const { length } = turn.effects;
    try {
      for (const { variable, value } of config.assignments) turn.set(variable, turn.value(value), turn.isSecret(value));
    } catch (error) {
      turn.frame.variables = before;
      if (secret) turn.frame.secret = secret;
      else delete turn.frame.secret;
      turn.visit.sets = [];
      turn.effects.length = length;
      throw error;
    }
    return next();
  },
};
