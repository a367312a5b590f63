import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'message.card'> = ({ cards }, { text }) =>
  cards
    .map(({ title }) => text(title))
    .filter((title) => title !== '')
    .join(' · ');
