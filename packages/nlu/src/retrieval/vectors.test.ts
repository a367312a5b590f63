import { expect, test } from 'vitest';
import { measureMeaning, strangerQuestions } from './meaning.ts';
import { buildPassageIndex } from './passage-index.ts';
import { compareInSteps, createVectorTable, packVector } from './vectors.ts';

const compare = (table: ReturnType<typeof createVectorTable>, vector: number[]): { cosines: Float32Array; steps: number } => {
  const packed = packVector(vector);
  if (!packed) throw new Error('no direction');
  const generator = compareInSteps(table, packed);
  for (let steps = 1; ; steps++) {
    const { done, value } = generator.next();
    if (done) return { cosines: value, steps };
  }
};
const wave = (length: number, pace: number) => Array.from({ length }, (_, at) => Math.sin(at * pace));

test('cosines of vectors of bytes are those of the numbers to some thousandths, whatever their lengths', () => {
  const [one, other] = [wave(1001, 0.1), wave(1001, 0.13)];
  const exact = one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0) / (Math.hypot(...one) * Math.hypot(...other));
  const table = createVectorTable(1001, [packVector(one), undefined, packVector(other.map((value) => value * 1e6)), packVector([1, 2])]);
  const { cosines } = compare(table, one);
  expect([...cosines]).toEqual([expect.closeTo(1, 5), -1, expect.closeTo(exact, 2), -1]);
  expect([...compare(table, [1, 2]).cosines]).toEqual([-1, -1, -1, -1]);
});

test('a vector without a direction is none', () => {
  for (const wrong of [[], [0, 0], [1, Number.NaN], [1, Number.POSITIVE_INFINITY]]) expect(packVector(wrong)).toBeUndefined();
});

test('a large table is compared in steps, so that others have their turns', () => {
  const vector = packVector(wave(1000, 0.3));
  const table = createVectorTable(
    1000,
    Array.from({ length: 9_000 }, () => vector),
  );
  expect(compare(table, wave(1000, 0.3)).steps).toBe(3);
});

test('nearness is measured against what strangers reach, so that the scale of a model does not matter', () => {
  const strangers = [0.7, 0.72, 0.74];
  const values = measureMeaning(Float32Array.of(0.6, 0.72, 0.77, 0.95), strangers);
  expect([...values]).toEqual([0, expect.closeTo(0, 5), expect.closeTo(0.51, 1), 1]);
  expect([...measureMeaning(Float32Array.of(0.9), [])]).toEqual([0]);
  expect(new Set(strangerQuestions).size).toBe(strangerQuestions.length);
});

test('a passage that shares no word with the question is found by its meaning, and words still decide among those that do', () => {
  const index = buildPassageIndex([
    { id: 'warranty', text: 'The guarantee ends after three years.' },
    { id: 'tank', text: 'Descale the tank every two months.' },
    { id: 'park', text: 'Customers park behind the house.' },
  ]);
  const asked = 'can broken things be mended gratis?';
  expect(index.search(asked, 3)).toEqual([]);
  expect(index.search(asked, 3, { meaning: Float32Array.of(0.9, 0.2, 0) }).map(({ id }) => id)).toEqual(['warranty']);
  // Below the limit of meaning words alone tell whether it answers.
  expect(index.search(asked, 3, { meaning: Float32Array.of(0.6, 0.2, 0) })).toEqual([]);
  expect(index.search('how often must the tank be descaled?', 1, { isAll: true, meaning: Float32Array.of(0.3, 0, 0.3) })[0]?.id).toBe(
    'tank',
  );
});
