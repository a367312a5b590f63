import { expect, test } from 'vitest';
import { readBundledModel } from '../bundled.ts';
import { NluError } from '../text/nlu-error.ts';
import { loadEmotionModel } from './emotion-model.ts';

const model = loadEmotionModel(readBundledModel('emotion'));
const first = (text: string): string | undefined => model.predict(text)[0]?.label;

test('28 labels in 2 MB at most', () => {
  expect(model.labels).toHaveLength(28);
  expect(model.labels).toContain('neutral');
  expect(model.sizeBytes).toBeLessThanOrEqual(2_000_000);
});

test('plain feelings are read', () => {
  expect(first('thank you so much for your help')).toBe('gratitude');
  expect(first('i am so sorry, my mistake')).toBe('remorse');
  expect(first('this makes me really angry')).toBe('anger');
  expect(first('haha that was hilarious')).toBe('amusement');
  expect(first('i love this shop')).toBe('love');
  expect(first('wow, i did not expect that')).toBe('surprise');
});

test('text that shows no feeling is neutral', () => {
  expect(model.predict('')).toEqual([{ label: 'neutral', score: 1 }]);
  expect(model.predict('zxqv wrtp')[0]?.label).toBe('neutral');
});

test('scores lie between 0 and 1, the strongest first', () => {
  const scores = model.predict('thank you, i love it, so happy!').map(({ score }) => score);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  expect(scores.every((score) => score > 0 && score <= 1)).toBe(true);
});

test('other bytes are refused', () => {
  expect(() => loadEmotionModel(readBundledModel('encoder'))).toThrow(NluError);
});
