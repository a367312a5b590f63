import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileEntities } from '../entity/custom.ts';
import { NluError } from '../text/nlu-error.ts';
import { checkTrainingData } from './check-training-data.ts';
import type { ExampleValue } from './example-values.ts';
import { type Example, withSoundMarks } from './examples.ts';
import { loadIntentModel } from './intent-model.ts';
import { intentModelVersion } from './model-file.ts';
import { trainIntentModel } from './train-intent-model.ts';

const dishes = ['masala dosa', 'rava dosa', 'idli', 'vada', 'paneer tikka', 'samosa', 'uttapam'];
const matcher = compileEntities([
  { id: 'dish', name: 'dish', values: dishes.map((value) => ({ value, type: 'synonyms', synonyms: [], pattern: [] })) },
  { id: 'state', name: 'state', values: ['on', 'off'].map((value) => ({ value, type: 'synonyms', synonyms: [], pattern: [] })) },
]);
const recognise = (text: string) => matcher.find(text);

/** `[words]` marks a dish. */
function read(intent: string, lines: string): Example[] {
  return lines.split('|').map((line) => {
    const start = line.indexOf('[');
    const end = line.indexOf(']') - 1;
    const text = line.replace(/[[\]]/gu, '');
    return { text, intent, values: start < 0 ? [] : [{ entity: 'dish', start, end }] };
  });
}
const food = [
  ...read('add', 'i want [masala dosa]|add two [idli] to my order|please get me [masala dosa]|one more [masala dosa]|can i have [idli]'),
  ...read('remove', 'remove the [rava dosa]|take [rava dosa] off my order|i do not need the [vada] any more|no [rava dosa] after all'),
  ...read('price', 'how much is the [paneer tikka]|what does [samosa] cost|price of [paneer tikka]|tell me the price of one [samosa]'),
];

describe('phrases with values', () => {
  const bytes = trainIntentModel(food, { recognise });
  const model = loadIntentModel(bytes);
  const understood = (text: string) => model.predict(text, recognise(text));

  test.each([
    ['i want two rava dosa', 'add'],
    ['can i have samosa', 'add'],
    ['one more uttapam', 'add'],
    ['remove the masala dosa', 'remove'],
    ['no uttapam after all', 'remove'],
    ['how much is the masala dosa', 'price'],
    ['what does rava dossa cost', 'price'],
  ])('a value that was seen under one intent alone does not decide: "%s"', (text, intent) => {
    expect(understood(text)).toMatchObject({ intent, isInScope: true });
  });

  test('a value that no phrase has is as known as its entity', () => {
    expect(understood('one more uttapam').confidence).toBeGreaterThan(model.predict('one more uttapam').confidence);
  });

  test('every phrase, typed literally, gets its intent', () => {
    expect(food.filter(({ text, intent }) => understood(text).intent !== intent || !understood(text).isInScope)).toEqual([]);
  });

  test('the order of phrases and of marks changes no byte', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(food, { minLength: food.length }), (examples) => {
        const turned = examples.map((example) => ({ ...example, values: example.values?.toReversed() ?? [] }));
        expect(Buffer.compare(trainIntentModel(turned, { recognise }), bytes)).toBe(0);
      }),
      { numRuns: 5 },
    );
    const twice = [...food, ...food.map(({ text, intent }) => ({ text, intent }))];
    for (const examples of [twice, twice.toReversed()]) expect(Buffer.compare(trainIntentModel(examples, { recognise }), bytes)).toBe(0);
  });

  test('any values of any text are predicted with, or left alone', () => {
    const value = fc.record({
      entity: fc.constantFrom('dish', 'nothing', ''),
      start: fc.integer({ min: -3, max: 40 }),
      end: fc.integer({ min: -3, max: 40 }),
    });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.array(value, { maxLength: 4 }), (text, values) => {
        const { confidence, ranking } = model.predict(text, values);
        expect(confidence >= 0 && confidence <= 1).toBe(true);
        expect(ranking).toHaveLength(3);
        expect(model.explain(text, 'add', values).length).toBeLessThanOrEqual(10);
      }),
      { numRuns: 200 },
    );
  });

  test('values of entities that the training did not have change nothing', () => {
    const values = [{ entity: 'city', start: 7, end: 18 }];
    expect(model.predict('i want masala dosa', values)).toEqual(model.predict('i want masala dosa'));
  });

  test('the words that decide are shown with the share of the entity', () => {
    const words = model.explain('remove the masala dosa', 'remove', recognise('remove the masala dosa'));
    expect(words[0]?.word).toBe('remove');
  });

  test('a value shared by five intents leaves each of them understood', () => {
    const five = ['add', 'remove', 'price', 'praise', 'recipe'].flatMap((intent) =>
      read(intent, `${intent} the [idli]|please ${intent} one [idli]|${intent} [idli] now|[idli] to ${intent}`),
    );
    const shared = loadIntentModel(trainIntentModel(five, { recognise }));
    for (const intent of ['add', 'remove', 'price', 'praise', 'recipe'])
      expect(shared.predict(`${intent} a samosa`, recognise(`${intent} a samosa`)).intent).toBe(intent);
  });

  test('values decide where phrases of two intents differ in nothing else', () => {
    const lamps = ['turn [on] the lamp', '[on] with the fan', 'put the light [on]', 'the heater [on] please'].flatMap((line) =>
      (['on', 'off'] as const).flatMap((state) =>
        read(state, line.replace('on]', `${state}]`)).map((example) => ({
          ...example,
          values: (example.values ?? []).map((value) => ({ ...value, entity: 'state' })),
        })),
      ),
    );
    const home = loadIntentModel(trainIntentModel(lamps, { recognise }));
    for (const state of ['on', 'off'])
      expect(home.predict(`turn ${state} the music`, recognise(`turn ${state} the music`)).intent).toBe(state);
  });

  test('a model of an earlier format is refused with what to do', () => {
    const older = bytes.slice();
    older[4] = intentModelVersion - 1;
    expect(() => loadIntentModel(older)).toThrow(
      `This model has version ${intentModelVersion - 1}; version ${intentModelVersion} is read. Train it again.`,
    );
  });
});

describe('marks that lie wrong', () => {
  const text = 'i want masala dosa';
  const mark = (start: number, end: number, entity = 'dish'): ExampleValue => ({ entity, start, end });
  test.each<[string, ExampleValue[], string]>([
    ['outside', [mark(7, 19)], 'The value of dish in "i want masala dosa" lies outside the phrase.'],
    ['before the phrase', [mark(-1, 3)], 'The value of dish in "i want masala dosa" lies outside the phrase.'],
    ['empty', [mark(7, 7)], 'The value of dish in "i want masala dosa" is empty.'],
    ['a blank', [mark(6, 7)], 'The value of dish in "i want masala dosa" is empty.'],
    ['turned round', [mark(9, 7)], 'The value of dish in "i want masala dosa" is empty.'],
    ['overlapping', [mark(7, 18), mark(14, 18, 'bread')], 'The value of bread in "i want masala dosa" overlaps another.'],
    ['in parts', [mark(7.5, 18)], 'The value of dish in "i want masala dosa" has no whole numbers as its ends.'],
    ['of nothing', [mark(7, 18, '')], 'The value of  in "i want masala dosa" names no entity.'],
  ])('a mark that is %s is refused by training, and named by the checks', (_name, values, message) => {
    const examples = [...food, { text, intent: 'add', values }];
    expect(() => trainIntentModel(examples)).toThrow(new NluError('nlu.example_invalid', message));
    expect(checkTrainingData(examples)).toContainEqual({
      kind: 'mark_misplaced',
      severity: 'warning',
      intents: ['add'],
      texts: [text],
      message,
    });
    expect(trainIntentModel(examples.map(withSoundMarks), { recognise }).length).toBeGreaterThan(0);
  });
});
