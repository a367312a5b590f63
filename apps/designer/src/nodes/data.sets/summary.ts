import type { Summary } from '../shared/summary.ts';
import { nodeWords } from '../words.ts';

export const summary: Summary<'data.sets'> = ({ action, sets }) =>
  nodeWords['data.sets'](`sum_${action}`, { sets: sets.map(({ name }) => name).join(', ') });
