import { parseMarkup } from '@parley/contract/markup';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPlain } from './plain.ts';

const piece = fc.constantFrom(
  '*',
  '_',
  '~',
  '```',
  ' ',
  'a',
  'é',
  'https://x',
  'HTTP://y',
  'www.z',
  'WWW.z',
  'a@b.co',
  '+91',
  '12',
  '34567',
  '(',
  ')',
  '.',
  '-',
);

test('text that is called plain has nothing for the markup to draw', () => {
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      if (isPlain(text)) expect(parseMarkup(text)).toEqual([text]);
    }),
    { numRuns: 3_000 },
  );
  expect(['Where is my parcel?', 'It costs 120 euros.', 'a *word*', 'see www.shop.example'].map(isPlain)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
