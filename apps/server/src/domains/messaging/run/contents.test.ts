import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planContents } from './contents.ts';

const sizesOf = (planned: readonly number[], count: number) =>
  Array.from({ length: count }, (_, place) => planned.filter((one) => one === place + 1).length);

test('screens 3.4 the contents have as many people as each other, however many leave first, and the same ones whenever it is asked', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(400), fc.nat(400), fc.integer({ min: 2, max: 4 }), (runId, people, cut, count) => {
      const planned = planContents(runId, 0, people, count);
      const sizes = sizesOf(planned, count);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(people);
      // Batches of any size plan the same content for each person.
      const first = Math.min(cut, people);
      expect([...planContents(runId, 0, first, count), ...planContents(runId, first, people - first, count)]).toEqual(planned);
    }),
    { numRuns: 300 },
  );
});

test('screens 3.4 the content that somebody gets does not follow their place in the audience', () => {
  const people = 6000;
  const planned = planContents('0198c0de-0000-7000-8000-000000000001', 0, people, 2);
  // Everybody of one country might stand at even places, or every third: about half of them get each.
  for (const step of [2, 3, 7])
    for (let first = 0; first < step; first += 1) {
      const some = planned.filter((_, place) => place % step === first);
      expect(Math.abs((sizesOf(some, 2)[0] as number) / some.length - 0.5)).toBeLessThan(0.06);
    }
  expect(planContents('0198c0de-0000-7000-8000-000000000002', 0, 40, 2)).not.toEqual(planned.slice(0, 40));
});
