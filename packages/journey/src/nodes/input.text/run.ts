import { NodeFault } from '../../engine/turn.ts';
import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'input.text'> = askingRun<'input.text'>({
  read(turn, { config }, { text }) {
    const said = text.trim();
    const length = Array.from(said).length;
    if (said === '' || length < config.least || length > config.most) return undefined;
    if (config.pattern !== '') {
      const pattern = turn.pattern(config.pattern, said);
      if (typeof pattern === 'string') throw new NodeFault(pattern);
      if (!pattern.matches(said)) return undefined;
    }
    return { value: said };
  },
});
