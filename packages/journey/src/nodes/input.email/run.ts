import { emailForm } from '../../content/email.ts';
import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

export const run: Run<'input.email'> = askingRun<'input.email'>({
  read(_turn, _node, { text }) {
    const email = text.trim();
    return emailForm.test(email) && email.length <= 254 ? { value: email.toLowerCase() } : undefined;
  },
});
