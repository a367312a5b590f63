import type { Summary } from '../shared/summary.ts';
import { nodeWords } from '../words.ts';

const say = nodeWords['logic.loop'];

export const summary: Summary<'logic.loop'> = ({ list, most }) => (list === '' ? say('times', { count: most }) : say('each', { list }));
