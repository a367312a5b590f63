import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'mark.note'> = ({ text }) => text;
