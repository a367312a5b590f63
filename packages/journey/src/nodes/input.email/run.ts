import { askingRun } from '../shared/asking.ts';
import type { Run } from '../shared/run.ts';

const emailForm = /^[^\s@"(),:;<>[\\\]]{1,64}@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i;

export const run: Run<'input.email'> = askingRun<'input.email'>({
  read(_turn, _node, { text }) {
    const email = text.trim();
    return emailForm.test(email) && email.length <= 254 ? { value: email.toLowerCase() } : undefined;
  },
});
