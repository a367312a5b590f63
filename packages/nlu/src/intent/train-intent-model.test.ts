import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NluError } from '../text/nlu-error.ts';
import type { Example } from './examples.ts';
import { loadIntentModel } from './intent-model.ts';
import { shopExamples } from './shop-examples.ts';
import { trainIntentModel } from './train-intent-model.ts';

const codeOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof NluError) return error.code;
    throw error;
  }
  return 'no error';
};

describe('promises of training', () => {
  test('the order of phrases changes no byte', () => {
    const bytes = trainIntentModel(shopExamples);
    fc.assert(
      fc.property(fc.shuffledSubarray(shopExamples, { minLength: shopExamples.length }), (examples) => {
        expect(Buffer.compare(trainIntentModel(examples), bytes)).toBe(0);
      }),
      { numRuns: 8 },
    );
  });

  test('two trainings of the same phrases give the same bytes, whatever was trained between', () => {
    const first = trainIntentModel(shopExamples);
    trainIntentModel(shopExamples.slice(0, 7));
    expect(Buffer.compare(trainIntentModel(shopExamples), first)).toBe(0);
  });

  test('doubles, other letter case, spacing and characters without width change no byte', () => {
    const doubled = [...shopExamples, ...shopExamples.map(({ text, intent }) => ({ text: ` ${text.toUpperCase()}\u200b `, intent }))];
    expect(Buffer.compare(trainIntentModel(doubled), trainIntentModel(shopExamples))).toBe(0);
  });

  test('every phrase, typed literally, gets its intent at or above the threshold', () => {
    const model = loadIntentModel(trainIntentModel(shopExamples));
    const missed = shopExamples.filter(({ text, intent }) => {
      const prediction = model.predict(text);
      return prediction.intent !== intent || !prediction.isInScope;
    });
    expect(missed).toEqual([]);
  });

  test('a phrase in two intents is learned by neither', () => {
    const conflict = [
      { text: 'My order, please!', intent: 'track_order' },
      { text: 'my  ORDER please', intent: 'cancel_order' },
    ];
    expect(Buffer.compare(trainIntentModel([...shopExamples, ...conflict]), trainIntentModel(shopExamples))).toBe(0);
  });

  test('two intents with the same phrases leave nothing to learn', () => {
    const twice = ['one', 'other'].flatMap((intent) => [{ text: 'where is my parcel', intent }]);
    expect(codeOf(() => trainIntentModel(twice))).toBe('nlu.no_trainable_examples');
  });

  test('bad input is refused with a code', () => {
    expect(codeOf(() => trainIntentModel([]))).toBe('nlu.no_examples');
    expect(codeOf(() => trainIntentModel([{ text: ' ', intent: 'empty' }]))).toBe('nlu.no_trainable_examples');
    expect(codeOf(() => trainIntentModel([{ text: 'hello', intent: '' }]))).toBe('nlu.example_invalid');
    expect(codeOf(() => trainIntentModel([{ text: 5, intent: 'five' } as unknown as Example]))).toBe('nlu.example_invalid');
  });

  test('progress rises from 0 to 1', () => {
    const ratios: number[] = [];
    trainIntentModel(shopExamples, { onProgress: (ratio) => ratios.push(ratio) });
    expect(ratios[0]).toBe(0);
    expect(ratios.at(-1)).toBe(1);
    expect(ratios).toEqual(ratios.toSorted((one, other) => one - other));
  });
});

describe('small and odd bots', () => {
  test('one intent takes what is near to it and leaves the rest', () => {
    const model = loadIntentModel(trainIntentModel(shopExamples.filter(({ intent }) => intent === 'track_order')));
    expect(model.intents).toEqual(['track_order']);
    expect(model.predict('where is my order now').isInScope).toBe(true);
    expect(model.predict('who painted the ceiling of that chapel').isInScope).toBe(false);
    expect(model.predict('where is my order').ranking).toHaveLength(1);
  });

  test('one phrase makes a model', () => {
    const model = loadIntentModel(trainIntentModel([{ text: 'open the door', intent: 'open' }]));
    expect(model.predict('open the door')).toMatchObject({ intent: 'open', isInScope: true });
    expect(model.predict('seven green bottles').isInScope).toBe(false);
  });

  test('two intents of two phrases keep their confidences sane', () => {
    const model = loadIntentModel(
      trainIntentModel([
        { text: 'book a table', intent: 'book' },
        { text: 'reserve a table for two', intent: 'book' },
        { text: 'what are your opening hours', intent: 'hours' },
        { text: 'when do you open', intent: 'hours' },
      ]),
    );
    expect(model.predict('book a table for two')).toMatchObject({ intent: 'book', isInScope: true });
    expect(model.predict('when are you open')).toMatchObject({ intent: 'hours', isInScope: true });
    expect(model.predict('zxcv').isInScope).toBe(false);
  });

  test('emoji, Devanagari, romanised Hindi and mixed scripts are learned in one bot', () => {
    const model = loadIntentModel(
      trainIntentModel([
        { text: '👍', intent: 'yes' },
        { text: 'हाँ', intent: 'yes' },
        { text: 'haan ji', intent: 'yes' },
        { text: '👎🏽', intent: 'no' },
        { text: 'नहीं', intent: 'no' },
        { text: 'nahi', intent: 'no' },
        { text: 'मेरा order कहाँ है', intent: 'track' },
        { text: 'मेरा ऑर्डर कब आएगा', intent: 'track' },
        { text: 'mera order kahan hai', intent: 'track' },
        { text: ':-)', intent: 'smile' },
      ]),
    );
    for (const [text, intent] of [
      ['👍', 'yes'],
      ['👎', 'no'],
      ['नहीं', 'no'],
      ['मेरा ऑर्डर कहाँ है', 'track'],
      ['mera order kahaan hai', 'track'],
      [':-)', 'smile'],
    ])
      expect(model.predict(text as string)).toMatchObject({ intent, isInScope: true });
  });

  test('a phrase of 10,000 characters is learned by its first 2,000', () => {
    const long = 'please repair the broken washing machine in my kitchen '.repeat(200).slice(0, 10_000);
    const model = loadIntentModel(trainIntentModel([...shopExamples, { text: long, intent: 'repair' }]));
    expect(model.predict(`${long.slice(0, 2_000)} and something else`)).toMatchObject({ intent: 'repair', isInScope: true });
  });

  test('300 intents are numbered in two bytes', () => {
    const names = Array.from({ length: 300 }, (_, number) => ({
      text: `word${number} thing${number * 7}`,
      intent: `intent ${String(number).padStart(3, '0')}`,
    }));
    const model = loadIntentModel(trainIntentModel(names));
    expect(model.intents).toHaveLength(300);
    expect(model.predict('word299 thing2093').intent).toBe('intent 299');
  });
});
