import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'talk.knowledge'> = ({ question }) => question;
