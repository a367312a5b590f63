import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.set'> = ({ assignments }) =>
  assignments.map(({ variable, value }) => `${variable} = ${value}`).join('\n');
