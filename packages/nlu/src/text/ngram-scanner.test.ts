import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maxReadLength, NgramScanner } from './ngram-scanner.ts';
import { wordsOf } from './tokens.ts';

const read = (scanner: NgramScanner): string => String.fromCharCode(...scanner.units.subarray(0, scanner.unitCount));

test('a text is read as its words between single blanks, by the fast way as by the other', () => {
  const scanner = new NgramScanner(2, 5);
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.lorem()), (text) => {
      scanner.scan(text);
      const words = wordsOf(text.slice(0, maxReadLength));
      if (words.length > 0) expect(read(scanner)).toBe(` ${words.join(' ')} `);
      expect(scanner.wordCount === 0).toBe(read(scanner).trim() === '');
    }),
  );
});

test('n-grams are counted: words, pairs with both ends, characters inside each word with its blanks', () => {
  const scanner = new NgramScanner(2, 3);
  scanner.scan('To be?');
  expect(read(scanner)).toBe(' to be ? ');
  expect(scanner.wordCount).toBe(3);
  expect(scanner.pairCount).toBe(4);
  // " to " has 3 of length 2 and 2 of length 3, "?" with its blanks 2 and 1
  expect(scanner.characterCount).toBe(5 + 5 + 3);
});

test('a text without a word is read as what it is', () => {
  const scanner = new NgramScanner(2, 3);
  scanner.scan(' :-) ');
  expect(read(scanner)).toBe(' :-) ');
  scanner.scan('   ');
  expect(scanner.wordCount).toBe(0);
});

test('100,000 characters are read up to the limit', () => {
  const scanner = new NgramScanner(2, 5);
  scanner.scan('?'.repeat(100_000));
  expect(scanner.wordCount).toBe(maxReadLength);
  scanner.scan('ﷺ'.repeat(100_000));
  expect(scanner.unitCount).toBeLessThanOrEqual(scanner.units.length);
});

test('no hash is 0, and equal texts have equal hashes', () => {
  const scanner = new NgramScanner(2, 5);
  scanner.scan('नमस्ते world');
  const first = [...scanner.words.subarray(0, 2), ...scanner.characters.subarray(0, scanner.characterCount)];
  expect(first).not.toContain(0);
  scanner.scan('something else');
  scanner.scan('नमस्ते world');
  expect([...scanner.words.subarray(0, 2), ...scanner.characters.subarray(0, scanner.characterCount)]).toEqual(first);
});

test('values in a text change none of its words, wherever they lie', () => {
  const one = new NgramScanner(2, 4);
  const other = new NgramScanner(2, 4);
  const span = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 8 }));
  const text = fc.array(fc.constantFrom('rava', 'dosa', 'I', 'want', 'नमस्ते', 'दो', '5pm', '?', '₹500', 'café', '👍', '-'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(text, span, span, (words, [start, length], [gap, next]) => {
      const read = words.join(' ');
      one.scan(read);
      other.scan(read, [
        { entity: 'dish', start, end: start + length },
        { entity: 'size', start: start + length + gap, end: start + length + gap + next },
      ]);
      expect([...other.units.subarray(0, other.unitCount)]).toEqual([...one.units.subarray(0, one.unitCount)]);
      expect([...other.pairs.subarray(0, other.pairCount)]).toEqual([...one.pairs.subarray(0, one.pairCount)]);
    }),
    { numRuns: 300 },
  );
});

test('an entity stands in pairs where its value stands', () => {
  const scanner = new NgramScanner(2, 2);
  const pairsOf = (text: string, start: number, end: number) => {
    scanner.scan(text, [{ entity: 'dish', start, end }]);
    return [...scanner.entityPairs];
  };
  expect(pairsOf('want two rava dosa', 9, 18)).toEqual(pairsOf('want two idli', 9, 13));
  expect(pairsOf('want two rava dosa', 9, 18)).toHaveLength(2);
  // a value that cuts a word has the word
  expect(pairsOf('want two idlis', 9, 13)).toEqual(pairsOf('want two idli', 9, 13));
});
