import { expect, test } from 'vitest';
import { en } from './en.ts';
import { hi } from './hi.ts';

type Words = { [key: string]: string | Words };

const paths = (words: Words, above = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) => (typeof value === 'string' ? [above + key] : paths(value, `${above}${key}.`)));
const at = (words: Words, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Words | undefined)?.[key], words);
const slots = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();

test('FORMAT-021 one catalogue holds the English texts; another language gives words for the same keys, with the same slots', () => {
  const known = new Set(paths(en as never));
  const given = paths(hi as never);
  expect(given.filter((path) => !known.has(path))).toEqual([]);
  for (const path of given) expect(slots(String(at(hi as never, path))), path).toEqual(slots(String(at(en as never, path))));
});
