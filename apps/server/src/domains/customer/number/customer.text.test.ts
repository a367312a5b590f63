import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf, fold, patternOfNumber, patternsOf, searchTextOf } from './customer.text.ts';

/** LIKE, as PostgreSQL reads a pattern of ours. */
function isLike(text: string, pattern: string): boolean {
  const inside = pattern.slice(1, -1).replace(/\\([\\%_])/g, '$1');
  return text.includes(inside);
}
const finds = (search: string, ...parts: string[]) => patternsOf(search).every((pattern) => isLike(searchTextOf(...parts), pattern));

test('folding takes accents and case away and leaves other scripts whole', () => {
  expect(fold('José ÅNGSTRÖM Łucja ẞ')).toBe('jose angstrom łucja ß');
  expect(fold('नमस्ते')).toBe('नमस्ते'.normalize('NFKD'));
});

test('any part of at least five digits of a number is found, with or without a plus, and no part that is not there', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{5,15}$/), fc.stringMatching(/^[0-9]{5,9}$/), fc.nat(10), (number, other, start) => {
      const from = Math.min(start, number.length - 5);
      for (let to = from + 5; to <= number.length; to += 1) expect(finds(number.slice(from, to), 'Asha', `+${number}`)).toBe(true);
      expect(finds(`+${number}`, 'Asha', `+${number}`)).toBe(true);
      expect(finds(other, 'Asha', `+${number}`)).toBe(number.includes(other));
    }),
  );
});

test('a number is found with any signs between its digits and 0 or 00 in front, and a text with other signs is none', () => {
  const gap = fc.constantFrom('', ' ', '-', '.', '/', ' (', ') ', ' - ');
  fc.assert(
    fc.property(
      fc.stringMatching(/^[1-9][0-9]{6,13}$/),
      fc.array(gap, { minLength: 14 }),
      fc.constantFrom('', '0', '00', '+'),
      (number, gaps, front) => {
        const written = front + [...number].map((digit, place) => digit + gaps[place]).join('');
        // '(0)' is a trunk prefix that stands in brackets, no digit of the number.
        fc.pre(!written.includes('(0)'));
        expect(digitsOf(written)).toBe(number);
        expect(isLike(searchTextOf('Asha', `+${number}`), patternOfNumber(digitsOf(written)))).toBe(true);
      },
    ),
  );
  expect([digitsOf('+91 (0) 98200'), digitsOf('9820'), digitsOf('A-98200'), digitsOf('00000')]).toEqual(['9198200', '', '', '']);
});

test('fewer digits, digits among letters and digits of attributes are found as they stand', () => {
  expect(finds('982', 'Asha', '+919820012345')).toBe(true);
  expect(finds('9820', 'Asha', '+919820012345')).toBe(true);
  expect(finds('ab12345', 'Asha', 'AB1234567')).toBe(true);
  expect(finds('411001', 'Asha', '+919820012345', '', 'Pune 411001')).toBe(true);
  expect(finds('411002', 'Asha', '+919820012345', '', 'Pune 411001')).toBe(false);
});

test('every part of three characters of a name is found, and fewer at the beginning of a word', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'ह', 'ि', 'Ö', 'ñ', '%', '_', '\\\\'), minLength: 3, maxLength: 12 });
  fc.assert(fc.property(name, (text) => finds(text, text)));
  expect(finds('as ra', 'Asha Rao')).toBe(true);
  expect(finds('ha', 'Asha Rao')).toBe(false);
});
