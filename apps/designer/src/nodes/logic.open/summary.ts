import type { Summary } from '../shared/summary.ts';
import { nodeWords } from '../words.ts';

const say = nodeWords['logic.open'];

export const summary: Summary<'logic.open'> = ({ calendar }) => (calendar === null ? say('untilDepartment') : calendar.name);
