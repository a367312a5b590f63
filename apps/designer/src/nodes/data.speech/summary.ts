import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'data.speech'> = ({ media }) => media;
