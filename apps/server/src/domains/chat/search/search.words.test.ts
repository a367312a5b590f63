import { expect, test } from 'vitest';
import { askedWords, passageOf, searchWords, toQuery } from './search.words.ts';

test('words are folded, each once, whatever stands between them', () => {
  expect(searchWords("Café, café! Order-No. 4711 — it's")).toEqual(['cafe', 'order', 'no', '4711', 'it', 's']);
  expect(searchWords('मेरा ऑर्डर')).toHaveLength(2);
  expect(searchWords('🙂 …')).toEqual([]);
});

test('the last word of a question may be the beginning of one, and signs of the index are no signs here', () => {
  expect(toQuery(askedWords('Refund ord'))).toBe("'refund' & 'ord':*");
  expect(toQuery(askedWords("x'); drop:* | !y"))).toBe("'x' & 'drop' & 'y':*");
  expect(toQuery(askedWords(' & | ! '))).toBeUndefined();
});

test('a passage shows the words that were asked for, marked where they stand in it', () => {
  const { text, marks } = passageOf(
    `${'Some other words first. '.repeat(10)}Please send my REFUND for the órder soon. ${'More. '.repeat(60)}`,
    ['refund', 'ord'],
  );
  expect(text).toMatch(/^… .* …$/);
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['REFUND', 'órder']);
  expect(text.length).toBeLessThan(200);
  expect(passageOf('Short', ['none'])).toEqual({ text: 'Short', marks: [] });
});

test('a long word is cut between letters, so that the database takes it', () => {
  const words = searchWords(`a${'\u{10428}'.repeat(60)} 𝒜${'b'.repeat(120)}`);
  expect(words.map((word) => word.isWellFormed())).toEqual([true, true]);
});
