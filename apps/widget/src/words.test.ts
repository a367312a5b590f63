import { siteLanguages } from '@parley/contract';
import { expect, test } from 'vitest';
import en from './locales/en.json';
import { chooseLanguage, sayIn } from './words.ts';

const languages = Object.entries(import.meta.glob<Record<string, string>>('./locales/*.json', { eager: true, import: 'default' }));
const slots = (text = '') => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([slot]) => slot).sort();

test('the language is that of the page, else that of the browser, else English', () => {
  const known = ['hi'];
  expect(chooseLanguage(['', 'hi-IN', 'en'], known)).toBe('hi');
  expect(chooseLanguage(['', '', 'fr-FR'], known)).toBe('en');
  expect(chooseLanguage([], known)).toBe('en');
});

test('a word takes its values, and its form by the count in its language; what a language lacks is said in English', () => {
  const say = sayIn('en');
  expect(say('withAgent', { name: 'Nina' })).toBe('You are talking to Nina');
  expect([1, 2].map((count) => say('unread', { count }))).toEqual(['1 unread message', '2 unread messages']);
  const polish = sayIn('pl', { unread_one: '{{count}} a', unread_few: '{{count}} b', unread_many: '{{count}} c' });
  expect([1, 3, 5, 22].map((count) => polish('unread', { count }))).toEqual(['1 a', '3 b', '5 c', '22 b']);
  expect(polish('send')).toBe('Send');
});

const form = /_(zero|one|two|few|many|other)$/;
const stems = (words: Record<string, string>) => [...new Set(Object.keys(words).map((key) => key.replace(form, '')))].sort();

test.each(languages)('%s has the words of English with the same slots, and the forms that it counts by', (file, words) => {
  const language = file.replace(/^.*\/|\.json$/g, '');
  expect(stems(words)).toEqual(stems(en));
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
  for (const [key, text] of Object.entries(en)) {
    const stem = key.replace(form, '');
    if (stem === key) {
      expect(slots(words[key]), key).toEqual(slots(text));
      continue;
    }
    const own = Object.keys(words).filter((one) => form.test(one) && one.replace(form, '') === stem);
    expect(own.map((one) => one.slice(stem.length + 1)).sort(), key).toEqual(forms);
    // A form of one number may say it in words.
    for (const one of own) if (!/_(zero|one|two)$/.test(one)) expect(slots(words[one]), one).toEqual(['{{count}}']);
  }
});

test('thirty languages stand, which are those in which a website may word its own', () => {
  expect(languages.map(([file]) => file.replace(/^.*\/|\.json$/g, '')).sort()).toEqual([...siteLanguages]);
  expect(languages).toHaveLength(30);
});

/** Words of buttons and of what stands in one line: a long one breaks a panel of 320 px. */
const buttons = (
  'open close newConversation send attach retry discard rate latest showOnMap choices search dismiss more endChat endSure mailChat save confirm cancel ' +
  'begin choose phone yourName'
).split(' ');
const lengthOf = (language: string, text = '') => [...new Intl.Segmenter(language).segment(text)].length;
/** A short word of English says little of how long another language's is. */
const alwaysFits = 16;

test.each(languages)('%s has no button that is much longer than the English one, and nothing empty', (file, words) => {
  const language = file.replace(/^.*\/|\.json$/g, '');
  const english: Record<string, string> = en;
  const long = buttons.filter(
    (key) => lengthOf(language, words[key]) > Math.max(alwaysFits, Math.floor((english[key] ?? '').length * 1.6)),
  );
  expect(long.map((key) => `${key}: ${words[key]}`)).toEqual([]);
  // Other texts wrap, and twice the length is still a line more at most.
  const wide = Object.keys(words).filter(
    (key) => lengthOf(language, words[key]) > Math.max(30, 2 * (english[key] ?? english[`${key.replace(form, '')}_other`] ?? '').length),
  );
  expect(wide).toEqual([]);
  expect(Object.keys(words).filter((key) => words[key]?.trim() !== words[key] || words[key] === '')).toEqual([]);
});
