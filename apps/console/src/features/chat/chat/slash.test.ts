import { expect, test } from 'vitest';
import { findGap, findSlash, insertFilled, writeFilled } from './slash.ts';

test('a slash counts at the beginning and after a space, up to the cursor', () => {
  expect(findSlash('/', 1)).toEqual({ at: 0, search: '' });
  expect(findSlash('Hello /bye there', 10)).toEqual({ at: 6, search: 'bye' });
  expect(findSlash('Hello\n/धन', 9)).toEqual({ at: 6, search: 'धन' });
  for (const [text, caret] of [
    ['and/or', 6],
    ['https://x', 9],
    ['/bye there', 10],
    ['//', 2],
    ['', 0],
  ] as const)
    expect([text, findSlash(text, caret)]).toEqual([text, undefined]);
});

test('words stand in the place of the shortcut, and the first gap is selected', () => {
  const filled = {
    language: 'en' as const,
    parts: [
      { text: 'Hello ', isGap: false },
      { text: 'customer.name', isGap: true },
      { text: '!', isGap: false },
    ],
  };
  const words = writeFilled(filled, (variable) => `<${variable}>`);
  expect(words).toBe('Hello ⟦<customer.name>⟧!');
  const laid = insertFilled('Well, /gre you', { at: 6, search: 'gre' }, words);
  expect([laid.text, laid.text.slice(laid.from, laid.to)]).toEqual(['Well, Hello ⟦<customer.name>⟧! you', '⟦<customer.name>⟧']);
  expect(insertFilled('/a', { at: 0, search: 'a' }, 'Bye')).toEqual({ text: 'Bye', from: 3, to: 3 });
  expect([findGap(words), findGap('no gap [here]')]).toEqual([{ from: 6, to: 23 }, undefined]);
});
