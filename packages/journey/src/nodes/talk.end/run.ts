import { next } from '../shared/next.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'talk.end'> = {
  run(turn, { config }) {
    const text = turn.write(config.text);
    const shown = turn.hidden(text);
    turn.effects.push({ kind: 'endChat', text, ...(shown === text ? {} : { shown }), asksRating: config.asksRating });
    return next();
  },
};
