import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'mark.end'> = ({ outcome }) => outcome;
