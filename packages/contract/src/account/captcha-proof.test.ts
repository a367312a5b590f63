import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasZeroBits, readProofAnswer, toProofAnswer } from './captcha-proof.ts';

test('bits are counted from the first', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 4, maxLength: 8 }), fc.integer({ min: 0, max: 32 }), (hash, bits) => {
      const text = [...hash].map((byte) => byte.toString(2).padStart(8, '0')).join('');
      expect(hasZeroBits(hash, bits)).toBe(text.startsWith('0'.repeat(bits)));
    }),
  );
  expect(hasZeroBits(new Uint8Array(), 1)).toBe(false);
});

test('an answer is a proof or letters, never both', () => {
  fc.assert(
    fc.property(fc.nat(), (counter) => {
      expect(readProofAnswer(toProofAnswer(counter))).toBe(String(counter));
    }),
  );
  for (const text of ['', 'AKM47', 'proof:', 'proof:-1', 'proof:1e3', 'proof: 1', `proof:${'9'.repeat(16)}`, '1'])
    expect(readProofAnswer(text)).toBeUndefined();
});
