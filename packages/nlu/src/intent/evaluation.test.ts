import { expect, test } from 'vitest';
import { NluError } from '../text/nlu-error.ts';
import { crossValidate, learningCurve } from './evaluation.ts';
import { shopExamples } from './shop-examples.ts';

test('each phrase is predicted once, by a model that has not seen it', () => {
  const { examples, accuracy } = crossValidate(shopExamples, { folds: 4 });
  const seen = examples.map(({ text }) => text).sort();
  expect(seen).toEqual(shopExamples.map(({ text }) => text).sort());
  expect(accuracy).toBe(examples.filter(({ intent, predicted }) => intent === predicted).length / examples.length);
  expect(accuracy).toBeLessThan(1);
  expect(accuracy).toBeGreaterThan(0.5);
});

test('the order of phrases changes no line of the report', () => {
  expect(crossValidate(shopExamples.toReversed(), { folds: 2 })).toEqual(crossValidate(shopExamples, { folds: 2 }));
});

test('an intent with one phrase counts as a miss', () => {
  const { examples } = crossValidate([...shopExamples, { text: 'sing something', intent: 'sing' }], { folds: 2 });
  expect(examples.find(({ intent }) => intent === 'sing')?.predicted).not.toBe('sing');
});

test('a single phrase cannot be evaluated and says so', () => {
  expect(crossValidate([{ text: 'hello', intent: 'greet' }])).toEqual({
    examples: [{ text: 'hello', intent: 'greet', predicted: '', confidence: 0, isInScope: false }],
    accuracy: 0,
  });
});

test('numbers of folds out of range are refused', () => {
  for (const folds of [0, 1, 21, 2.5]) expect(() => crossValidate(shopExamples, { folds })).toThrow(NluError);
});

test('the learning curve grows with its share, and reports progress from 0 to 1', () => {
  const ratios: number[] = [];
  const points = learningCurve(shopExamples, { shares: [0.25, 1], onProgress: (ratio) => ratios.push(ratio) });
  expect(points.map(({ share, phraseCount }) => ({ share, phraseCount }))).toEqual([
    { share: 0.25, phraseCount: 12 },
    { share: 1, phraseCount: 44 },
  ]);
  expect(points[1]?.accuracy).toBeGreaterThan(points[0]?.accuracy as number);
  expect(ratios[0]).toBe(0);
  expect(ratios.at(-1)).toBe(1);
});

test('shares out of range are refused', () => {
  expect(() => learningCurve(shopExamples, { shares: [0] })).toThrow(NluError);
});
