import { expect, test } from 'vitest';
import { indexExamples, nearestExamples } from './example-index.ts';
import { shopExamples } from './shop-examples.ts';

test('a phrase is nearest to itself, with likeness 1', () => {
  const index = indexExamples(shopExamples);
  for (const { text, intent } of shopExamples) {
    const [nearest] = index.nearest(text, 1);
    expect(nearest).toMatchObject({ text, intent });
    expect(nearest?.likeness).toBeCloseTo(1, 5);
  }
});

test('the nearest come first, no more than asked for', () => {
  const found = nearestExamples(shopExamples, 'where is my parcel', 3);
  expect(found).toHaveLength(3);
  expect(found[0]?.intent).toBe('track_order');
  expect(found.map(({ likeness }) => likeness)).toEqual(found.map(({ likeness }) => likeness).toSorted((one, other) => other - one));
});

test('a text that shares nothing has no neighbour', () => {
  expect(nearestExamples(shopExamples, 'ॐ', 3)).toEqual([]);
  expect(nearestExamples([], 'where is my parcel', 3)).toEqual([]);
});
