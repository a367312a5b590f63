import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'logic.switch'> = ({ value }) => value;
