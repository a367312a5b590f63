import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'mark.milestone'> = ({ milestone }, { document }) =>
  document.milestones.find(({ id }) => id === milestone)?.name ?? '';
