import { expect, test } from 'vitest';
import { wrapSelection } from './wrap-selection.ts';

test('a mark hugs the selected words, and a second press takes it away', () => {
  const marked = wrapSelection('say hello ', 4, 10, '*');
  expect(marked).toEqual({ text: 'say *hello* ', from: 5, to: 10 });
  expect(wrapSelection(marked.text, marked.from, marked.to, '*')).toEqual({ text: 'say hello ', from: 4, to: 9 });
});
