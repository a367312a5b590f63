import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'logic.goto'> = ({ node }, { nameOf }) => nameOf(node);
