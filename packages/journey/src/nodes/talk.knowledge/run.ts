import { leave } from '../../engine/turn.ts';
import { pathIn } from '../../expression/path.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'talk.knowledge'> = {
  run: (turn, { config }) =>
    turn.call({
      kind: 'knowledge',
      sources: config.sources.map(({ id }) => id),
      question: turn.text(config.question),
      leastScore: config.leastScore,
    }),
  answered(turn, { config }, { isDone, value, isSecret }) {
    if (!isDone) return leave('error');
    const text = pathIn(value, 'text');
    if (typeof text !== 'string' || text === '') return leave('notFound');
    turn.set(config.variable, text, isSecret);
    return leave('answered');
  },
};
