import { designerWords } from '../../words.ts';
import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'logic.loop'> = ({ list, most }) =>
  list === '' ? designerWords.sum('times', { count: most }) : designerWords.sum('each', { list });
