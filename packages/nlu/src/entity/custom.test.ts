import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CustomEntity, compileEntities, EntityError } from './custom.ts';
import { validatePattern } from './pattern.ts';

const list = (id: string, values: Record<string, string[]>): CustomEntity => ({
  id,
  name: id,
  values: Object.entries(values).map(([value, synonyms]) => ({ value, type: 'synonyms', synonyms, pattern: [] })),
});
const pattern = (id: string, ...patterns: string[]): CustomEntity => ({
  id,
  name: id,
  values: [{ value: id, type: 'pattern', synonyms: [], pattern: patterns }],
});
const city = list('city', { 'New Delhi': ['Delhi', 'दिल्ली', 'dilli'], Bengaluru: ['Bangalore', 'बेंगलुरु'], Pune: [] });
const size = list('size', { Small: ['S'], Medium: ['M', 'regular'], Large: ['L', 'XL'] });
const language = list('language', { C: [], 'C++': ['cpp'], 'C#': ['c sharp'], 'R&B': [] });
const order = pattern('order', 'ORD-\\d{4,6}');
const find = (entities: CustomEntity[], text: string) =>
  compileEntities(entities)
    .find(text)
    .map(({ entity, text: covered, value }) => `${entity}:${covered}=${value}`);

describe('lists', () => {
  test.each([
    ['flights from Pune to new delhi', ['city:Pune=Pune', 'city:new delhi=New Delhi']],
    ['NEW-DELHI please', ['city:NEW-DELHI=New Delhi']],
    ['newdelhi', ['city:newdelhi=New Delhi']],
    ['मुझे दिल्ली जाना है', ['city:दिल्ली=New Delhi']],
    ['दि\u200dल्ली', ['city:दि\u200dल्ली=New Delhi']],
    ['मैं Bangalore से हूँ', ['city:Bangalore=Bengaluru']],
    ['a hotel in Bangalroe', ['city:Bangalroe=Bengaluru']],
    ['a hotel in Benglauru', ['city:Benglauru=Bengaluru']],
    ['ｐｕｎｅ', ['city:ｐｕｎｅ=Pune']],
    ['punish him', []],
  ])('%s', (text, expected) => {
    expect(find([city], text)).toEqual(expected);
  });

  test('a value counts as its own synonym, and inflected words find it', () => {
    expect(find([list('dish', { Pizza: [], किताब: [] })], 'two pizzas और तीन किताबें')).toEqual(['dish:pizzas=Pizza', 'dish:किताबें=किताब']);
  });

  test('spellings of one sound find it, in either script', () => {
    expect(find([city, list('dish', { 'Paneer Tikka': [], 'शाही पनीर': [] })], 'panir tika, साही पनिर in दिली')).toEqual([
      'dish:panir tika=Paneer Tikka',
      'dish:साही पनिर=शाही पनीर',
      'city:दिली=New Delhi',
    ]);
  });

  test('symbols belong to names', () => {
    expect(find([language], 'C++ or C# or c, not R&B')).toEqual(['language:C++=C++', 'language:C#=C#', 'language:c=C', 'language:R&B=R&B']);
  });

  test.each(['5pm', '15mm', 'A1234', '12345'])('%s is not somebody’s typo', (text) => {
    expect(find([list('code', { A1235: [], '12346': [], '25mm': [], '6pm': [] })], text)).toEqual([]);
  });

  test('the longest match wins, then the earliest, then the exact before the fuzzy', () => {
    expect(find([list('a', { York: ['Yorkshire'] }), list('b', { 'New York': [] })], 'new york')).toEqual(['b:new york=New York']);
    expect(find([list('a', { Marina: [] }), list('b', { Martina: [] })], 'martina')).toEqual(['b:martina=Martina']);
    expect(find([list('a', { 'one two': [] }), list('b', { 'two six': [] })], 'one two six')).toEqual(['a:one two=one two']);
  });

  test('common words are not typos of values', () => {
    expect(find([list('colour', { Older: [], Threes: [], Whyte: [] })], 'order there white')).toEqual([]);
  });

  test('only the entities that are asked for are found', () => {
    const matcher = compileEntities([city, size]);
    expect(matcher.find('a small house in Pune', ['size']).map((match) => match.value)).toEqual(['Small']);
  });
});

describe('patterns', () => {
  test('the value of a match is what it matched', () => {
    expect(compileEntities([order]).find('where is ord-12345?')).toEqual([
      { entity: 'order', start: 9, end: 18, text: 'ord-12345', value: 'ord-12345', data: { listed: 'order' }, likeness: 1 },
    ]);
  });

  test('words are never cut', () => {
    expect(find([pattern('pin', '\\d{6}')], '12345678 and 560001')).toEqual(['pin:560001=560001']);
  });

  test.each([
    ['[a-z', 'The pattern cannot be read: missing closing ]: `[a-z`.'],
    ['(?=a)b', 'Look-ahead and look-behind, (?=…) and (?<…), are not available.'],
    ['(a)\\1', 'Back-references such as \\1 are not available.'],
    ['a*', 'The pattern also matches an empty text; let it ask for at least one character.'],
    [' ', 'The pattern is empty.'],
    ['(\\d{1,900}){1}(\\d{1,900}){1}(\\d{1,900}){1}', 'The pattern repeats too much; use smaller repeat counts.'],
    ['a'.repeat(501), 'The pattern is longer than 500 characters.'],
  ])('%s is refused with the reason', (written, reason) => {
    expect(validatePattern(written)).toBe(reason);
  });

  test('a good pattern has no reason', () => {
    expect(validatePattern('(a+)+$')).toBeUndefined();
  });

  test('the value and the pattern that cannot be read are named', () => {
    const compile = () => compileEntities([pattern('order', '[')]);
    expect(compile).toThrow(EntityError);
    expect(compile).toThrow(expect.objectContaining({ entity: 'order', value: 'order', pattern: '[' }));
  });
});

describe('any text', () => {
  const matcher = compileEntities([
    city,
    size,
    language,
    order,
    pattern('evil', '(a+)+$'),
    list('dish', { 'paneer tikka': ['पनीर टिक्का'] }),
  ]);
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom('Delhi', 'दिल्ली', 'bangalor', 'paner tika', 'ORD-1234', 'C++', 'aaaa', '\u200b', ' ', '.', '\ud83d\ude00', '5pm'),
      fc.string({ unit: 'binary' }),
    ),
  );
  test('offsets slice to the text, and no two matches overlap', () => {
    fc.assert(
      fc.property(pieces, (parts) => {
        const text = parts.join('');
        let before = 0;
        for (const match of matcher.find(text)) {
          expect(text.slice(match.start, match.end)).toBe(match.text);
          expect(match.start).toBeGreaterThanOrEqual(before);
          expect(match.end).toBeGreaterThan(match.start);
          before = match.end;
        }
      }),
    );
  });

  test('text after 10,000 characters is not read', () => {
    expect(matcher.find(`${'x '.repeat(5_000)}Pune`)).toEqual([]);
    expect(matcher.find(`${'a'.repeat(9_000)} Pune`).map((match) => match.value)).toEqual(['a'.repeat(9_000), 'Pune'].slice(1));
  });
});
