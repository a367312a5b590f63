import { expect, test } from 'vitest';
import { readBundledModel } from '../bundled.ts';
import { NluError } from '../text/nlu-error.ts';
import { loadIntentModel } from './intent-model.ts';
import { shopExamples } from './shop-examples.ts';
import { trainIntentModel } from './train-intent-model.ts';

const bytes = trainIntentModel(shopExamples, { modelType: 'semantic' });

test('a Semantic model is trained with the bundled encoder and predicts', () => {
  const model = loadIntentModel(bytes);
  expect(model.modelType).toBe('semantic');
  expect(model.predict('where has my order gone')).toMatchObject({ intent: 'track_order', isInScope: true });
  expect(model.predict('qwpoeiru zxmcn').isInScope).toBe(false);
});

test('the order of phrases changes no byte of a Semantic model', () => {
  expect(Buffer.compare(trainIntentModel(shopExamples.toReversed(), { modelType: 'semantic' }), bytes)).toBe(0);
});

test('every phrase, typed literally, gets its intent from a Semantic model', () => {
  const model = loadIntentModel(bytes);
  expect(shopExamples.filter(({ text, intent }) => model.predict(text).intent !== intent || !model.predict(text).isInScope)).toEqual([]);
});

test('a Semantic model refuses another encoder than its own', () => {
  const other = Uint8Array.from(readBundledModel('encoder')); // slice() of a Buffer would share the memory of other tests
  new DataView(other.buffer).setUint32(8, 1, true);
  expect(() => loadIntentModel(bytes, { encoder: other })).toThrow(NluError);
});
