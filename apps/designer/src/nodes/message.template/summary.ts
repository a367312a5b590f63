import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'message.template'> = ({ template }) => template.name;
