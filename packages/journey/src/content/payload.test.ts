import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moreId } from './choices.ts';
import { makePayload, readPayload } from './payload.ts';

test('a payload names instance, turn and item within 64 bytes, and nothing else is one', () => {
  const items = fc.constantFrom(moreId, 'n7k2m9qa');
  fc.assert(
    fc.property(fc.uuid(), fc.integer({ min: 0, max: 10_000 }), items, (instance, turn, item) => {
      const payload = makePayload({ instance, turn, item });
      expect(new TextEncoder().encode(payload).length).toBeLessThanOrEqual(64);
      expect(readPayload(payload)).toEqual({ instance, turn, item });
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const found = readPayload(text);
      if (found) expect(makePayload(found)).toBe(text);
    }),
  );
  for (const other of ['', 'Yes', 'j', 'j1.yes', `j${'0'.repeat(32)}`, `j${'0'.repeat(32)}.1.`, `j${'0'.repeat(32)}.1.a b`])
    expect([other, readPayload(other)]).toEqual([other, undefined]);
});
