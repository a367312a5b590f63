import { designerWords } from '../../words.ts';
import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.sets'> = ({ action, sets }) =>
  designerWords.sum(action, { sets: sets.map(({ name }) => name).join(', ') });
