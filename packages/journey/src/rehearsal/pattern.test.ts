import { expect, test } from 'vitest';
import { isOfPattern, patternOf, valuePattern } from './pattern.ts';

const named = [
  { name: 'order', text: 'Blue chair' },
  { name: 'customer.name', text: 'Asha' },
  { name: 'is', text: 'no' },
];

test.each([
  ['Hello Asha, your Blue chair comes on Jan 7, 2026.', 'Hello ⟨customer.name⟩, your ⟨order⟩ comes on ⟨any date⟩.', 'en'],
  ['Hello Ashara', 'Hello Ashara', 'en'],
  ['On 7 January 2026, 2026-01-07 and 07/01/2026 at 9:30 am', 'On ⟨any date⟩, ⟨any date⟩ and ⟨any date⟩ at ⟨any time⟩', 'en'],
  ['You owe ₹1,200.50 of 3', 'You owe ₹⟨any number⟩ of ⟨any number⟩', 'en'],
  ['Ref 0193b2f0-1111-7abc-8def-0123456789ab, A4', 'Ref ⟨any id⟩, A4', 'en'],
  ['May I help? In May 12 came.', 'May I help? In ⟨any date⟩ came.', 'en'],
  ['7 जनवरी 2026 को ₹५०', '⟨any date⟩ को ₹⟨any number⟩', 'hi'],
  ['⟨order⟩ there is no more', '‹order› there is no more', 'en'],
])('%s is of the pattern %s', (text, pattern, language) => {
  expect(patternOf(text, named, language)).toBe(pattern);
});

const isOf = (pattern: string, text: string) => isOfPattern(pattern, patternOf(text, [], 'en'));

test('a variable of a pattern stands for any words, and the words around it for themselves', () => {
  expect(isOf('Hello ⟨customer.name⟩, it is ⟨any number⟩.', 'Hello Ravi K, it is 12.')).toBe(true);
  expect(isOf('Hello ⟨customer.name⟩, it is ⟨any number⟩.', 'Hello Ravi K, it is twelve.')).toBe(false);
  expect(isOf('Hello ⟨customer.name⟩.', 'Hello .')).toBe(false);
  expect(isOf('Hello ⟨customer.name⟩.', 'Hi Ravi.')).toBe(false);
  expect(isOf('⟨order⟩ for ⟨customer.name⟩', 'A chair for Ravi')).toBe(true);
  expect(isOf('⟨order⟩ for ⟨customer.name⟩', 'A chair to Ravi')).toBe(false);
});

test('values are compared as they are, dates and ids by their kind', () => {
  expect(valuePattern(45_000)).toBe(45_000);
  expect(valuePattern('Blue chair')).toBe('Blue chair');
  expect(valuePattern({ $: 'instant', at: 0 })).toBe('⟨any date⟩');
  expect(valuePattern([{ $: 'day', day: '2026-01-07' }, '2026-01-07'])).toEqual(['⟨any date⟩', '⟨any date⟩']);
  expect(valuePattern({ id: '0193b2f0-1111-7abc-8def-0123456789ab', state: 'open' })).toEqual({ id: '⟨any id⟩', state: 'open' });
  expect(valuePattern({ $: 'media', id: 'x', kind: 'image', name: 'a.jpg', mime: '', size: 1 })).toEqual({ kind: 'image' });
});
