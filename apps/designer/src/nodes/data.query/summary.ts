import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.query'> = ({ statement }) => statement;
