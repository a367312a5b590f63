import { expect, test } from 'vitest';
import en from './locales/en.json';
import { chooseWords } from './words.ts';

const languages = Object.entries(import.meta.glob<Record<string, string>>('./locales/*.json', { eager: true, import: 'default' }));
const slots = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([slot]) => slot).sort();

test('the language is that of the page, else that of the browser, else English', () => {
  expect(chooseWords(['', 'hi-IN', 'en'])('send')).toBe('भेजें');
  expect(chooseWords(['', '', 'fr-FR'])('send')).toBe('Send');
  expect(chooseWords([])('send')).toBe('Send');
});

test('a word takes its values, and its form by the count', () => {
  const say = chooseWords(['en']);
  expect(say('withAgent', { name: 'Nina' })).toBe('You are talking to Nina');
  expect([1, 2].map((count) => say('unread', { count }))).toEqual(['1 unread message', '2 unread messages']);
});

test.each(languages)('%s has the words of English, with the same slots', (_, words) => {
  expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  for (const [key, text] of Object.entries(en)) expect(slots(words[key]), key).toEqual(slots(text));
});
