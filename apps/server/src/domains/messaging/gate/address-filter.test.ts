import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AddressFilter } from './address-filter.ts';

test('an added address is never denied, and another one seldom affirmed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 40 }), { maxLength: 200 }), (addresses) => {
      const filter = new AddressFilter();
      for (const address of addresses) filter.add(address);
      expect(filter.count).toBe(addresses.length);
      expect(addresses.filter((address) => !filter.mayHave(address))).toEqual([]);
    }),
  );
  const filter = new AddressFilter();
  for (let index = 0; index < 200_000; index += 1) filter.add(`+9198${String(index).padStart(8, '0')}`);
  const wrong = Array.from({ length: 20_000 }, (_, index) => `+9170${String(index).padStart(8, '0')}`).filter((one) => filter.mayHave(one));
  expect(wrong.length).toBeLessThan(20);
});
