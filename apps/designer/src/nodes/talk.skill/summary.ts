import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'talk.skill'> = ({ bot }) => bot.name;
