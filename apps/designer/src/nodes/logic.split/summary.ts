import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'logic.split'> = ({ shares }) =>
  shares.map(({ name, share }) => `${name} ${share / 100} %`.trim()).join(' · ');
