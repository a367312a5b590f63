import { expect, test } from 'vitest';
import { loadIntentModel } from './intent-model.ts';
import { scoreOutsiders } from './outsiders.ts';
import { trainIntentModel } from './train-intent-model.ts';

const phrases: Record<string, string[]> = {
  weather: [
    'will it rain tomorrow',
    'how warm is it outside',
    'is a storm coming',
    'forecast for the weekend please',
    'do i need an umbrella',
  ],
  invoice: [
    'send me the invoice again',
    'i cannot find my bill',
    'the amount on the invoice is wrong',
    'when is the bill due',
    'copy of my last invoice',
  ],
  booking: [
    'book a table for two',
    'reserve a seat by the window',
    'i want to change my reservation',
    'is a table free tonight',
    'cancel my booking',
  ],
};
const examples = Object.entries(phrases).flatMap(([intent, texts]) => texts.map((text) => ({ text, intent })));

test('every phrase is judged by a model that does not know its intent', () => {
  const outside = scoreOutsiders(examples);
  expect(outside).toHaveLength(examples.length);
  const model = loadIntentModel(trainIntentModel(examples));
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(outside)).toBeLessThan(mean(examples.map(({ text }) => model.predict(text).confidence)));
});

test('no intent can be left out where there are fewer than three', () => {
  expect(scoreOutsiders(examples.filter(({ intent }) => intent !== 'booking'))).toEqual([]);
});
