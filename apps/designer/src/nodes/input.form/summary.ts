import type { Summary } from '../shared/summary.ts';

export const summary: Summary<'input.form'> = ({ form, text: words }, { text }) => form.name || text(words);
