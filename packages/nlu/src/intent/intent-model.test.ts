import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NluError } from '../text/nlu-error.ts';
import { loadIntentModel } from './intent-model.ts';
import { shopExamples } from './shop-examples.ts';
import { trainIntentModel } from './train-intent-model.ts';

const bytes = trainIntentModel(shopExamples);
const model = loadIntentModel(bytes);

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof NluError) return error.code;
    throw error;
  }
  return 'no error';
};

describe('loading', () => {
  test('the model says what it is', () => {
    expect(model.intents).toEqual([
      'cancel_order',
      'change_address',
      'opening_hours',
      'payment_methods',
      'refund',
      'talk_to_agent',
      'track_order',
    ]);
    expect(model.modelType).toBe('svm');
    expect(model.sizeBytes).toBe(bytes.length);
    expect(model.defaultThreshold).toBeGreaterThan(0);
    expect(model.defaultThreshold).toBeLessThan(1);
  });

  test('other formats, other versions and damaged bytes are refused', () => {
    expect(codeOf(() => loadIntentModel(new Uint8Array()))).toBe('nlu.model_damaged');
    expect(codeOf(() => loadIntentModel(new TextEncoder().encode('{"nlp":"a model of another kind"}')))).toBe('nlu.model_damaged');
    expect(codeOf(() => loadIntentModel(bytes.slice(0, bytes.length - 1)))).toBe('nlu.model_damaged');
    const newer = bytes.slice();
    newer[4] = 99;
    expect(codeOf(() => loadIntentModel(newer))).toBe('nlu.model_version');
  });

  test('one bit turned anywhere behind the version is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: bytes.length - 1 }), fc.integer({ min: 0, max: 7 }), (at, bit) => {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        expect(codeOf(() => loadIntentModel(damaged))).toBe('nlu.model_damaged');
      }),
      { numRuns: 50 },
    );
  });

  test('a model that lies inside a larger buffer is read', () => {
    const larger = Buffer.concat([Buffer.alloc(3), bytes, Buffer.alloc(5)]);
    expect(loadIntentModel(larger.subarray(3, 3 + bytes.length)).predict('track my order')).toEqual(model.predict('track my order'));
  });
});

describe('predicting', () => {
  test('texts that were not learned find their intent', () => {
    const answers = [
      'where has my order gone',
      'cancel the order please',
      'i would like a refund',
      'deliver it to another address',
      'what time do you open tomorrow',
      'i want to talk to an agent',
      'can i pay with a credit card',
    ].map((text) => model.predict(text).intent);
    expect(answers).toEqual([
      'track_order',
      'cancel_order',
      'refund',
      'change_address',
      'opening_hours',
      'talk_to_agent',
      'payment_methods',
    ]);
  });

  test('typos and inflections survive', () => {
    for (const [text, intent] of [
      ['wher is my ordr', 'track_order'],
      ['cancelling my ordeer', 'cancel_order'],
      ['refnd my mony', 'refund'],
      ['opning huors', 'opening_hours'],
      ['payments by upi possible', 'payment_methods'],
      ['conect me to an agnet', 'talk_to_agent'],
    ])
      expect(model.predict(text as string).intent).toBe(intent);
  });

  test('one letter and gibberish are rejected', () => {
    for (const text of [...'abcdefghijklmnopqrstuvwxyz', '', ' ', '...', 'asdfgh', 'qwpoeiru zxmcn', 'sdkjfh skdjfh', 'xx', '🦄'])
      expect({ text, isInScope: model.predict(text).isInScope }).toEqual({ text, isInScope: false });
  });

  /** Words without vowels: now and then one looks a little like a word that an intent knows. */
  const nonsense = fc.stringMatching(/^[bcdfghjklmnpqrstvwxz]{5,9}( [bcdfghjklmnpqrstvwxz]{5,9}){0,3}$/);

  test('nonsense is never certain', () => {
    fc.assert(
      fc.property(nonsense, (text) => {
        expect(model.predict(text).confidence).toBeLessThan(0.25);
      }),
      { numRuns: 200 },
    );
  });

  test('nonsense is taken for an intent at most two times in a hundred', () => {
    const taken = fc.sample(nonsense, { numRuns: 1000, seed: 1 }).filter((text) => model.predict(text).isInScope);
    expect(taken.length).toBeLessThanOrEqual(20);
  });

  test('any text gives a ranking that is sorted, distinct, and adds up to 1 at most', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const { intent, confidence, isInScope, ranking } = model.predict(text);
        expect(ranking).toHaveLength(5);
        expect(ranking[0]).toEqual({ intent, confidence });
        expect(isInScope).toBe(confidence >= model.defaultThreshold);
        const confidences = ranking.map((score) => score.confidence);
        expect(confidences).toEqual(confidences.toSorted((one, other) => other - one));
        expect(new Set(ranking.map((score) => score.intent)).size).toBe(5);
        expect(confidences.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(1 + 1e-9);
        expect(confidences.every((one) => one >= 0 && one <= 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('the same text gives the same answer, whatever was asked between', () => {
    const first = model.predict('where is my order');
    model.predict('x'.repeat(100_000));
    model.predict('दुकान कब खुलती है 👍');
    expect(model.predict('where is my order')).toEqual(first);
    expect(loadIntentModel(bytes).predict('where is my order')).toEqual(first);
  });

  test('letter case, spacing, punctuation and characters without width change nothing', () => {
    expect(model.predict('  WHERE  is—my\u200b order!! ')).toEqual(model.predict('where is my order'));
  });

  test('a text beyond 2,000 characters is read by its beginning', () => {
    const start = 'where is my order '.repeat(112).slice(0, 2_000);
    expect(model.predict(`${start}${' cancel it'.repeat(100_000)}`)).toEqual(model.predict(start));
  });
});

describe('explaining', () => {
  test('the words that decide come first', () => {
    const words = model.explain('please can i get a refund today', 'refund');
    expect(words[0]?.word).toBe('refund');
    expect(words[0]?.weight).toBeGreaterThan(0);
    expect(words.length).toBeLessThanOrEqual(10);
  });

  test('an intent that the model has not is refused', () => {
    expect(codeOf(() => model.explain('hello', 'weather'))).toBe('nlu.intent_unknown');
  });
});
