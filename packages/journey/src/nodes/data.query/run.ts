import { leave } from '../../engine/turn.ts';
import { toJson } from '../../expression/value.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'data.query'> = {
  run: (turn, { config }) =>
    turn.call({
      kind: 'query',
      integration: config.integration.id,
      statement: config.statement,
      parameters: config.parameters.map((source) => toJson(turn.value(source))),
    }),
  answered(turn, { config }, { isDone, value, isSecret }) {
    if (!isDone) return leave('error');
    turn.set(config.variable, value, isSecret);
    return leave(Array.isArray(value) && value.length > 0 ? 'rows' : 'none');
  },
};
