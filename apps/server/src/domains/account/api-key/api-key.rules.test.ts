import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isApiKey, looksLikeApiKey, makeApiKey, showApiKey } from './api-key.rules.ts';

test('a key is its prefix, 32 random digits and 6 that check them, and only its ends are shown', () => {
  const key = makeApiKey();
  expect(key).toMatch(/^cek_[0-9A-Za-z]{38}$/);
  expect([isApiKey(key), looksLikeApiKey(key), makeApiKey() === key]).toEqual([true, true, false]);
  expect(showApiKey(key)).toEqual({ start: key.slice(0, 8), ending: key.slice(-4) });
});

test('a key in which one character is another is known as mistyped', () => {
  const key = makeApiKey();
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 41 }), fc.constantFrom(...'0aZ9xB'), (place, digit) => {
      const other = `${key.slice(0, place)}${digit}${key.slice(place + 1)}`;
      expect(isApiKey(other)).toBe(other === key);
    }),
  );
  expect([isApiKey(key.slice(0, -1)), isApiKey(`${key}0`), isApiKey(''), isApiKey('cek_')]).toEqual([false, false, false, false]);
});
