import { describe, expect, test } from 'vitest';
import { loadIntentModel } from './intent-model.ts';
import type { ModelType } from './model-file.ts';
import { trainIntentModel } from './train-intent-model.ts';

/** Phrases that somebody writes in the first ten minutes. */
const phrases: Record<string, string> = {
  'Opening hours': `when are you open|what are your opening hours|until when is the shop open today|are you open on sunday
what time do you close|opening times please|is the store open now|when do you open in the morning`,
  'Return goods': `i want to return my shoes|how can i send something back|i would like a refund|can i exchange this for another size
return policy|the jacket does not fit and i want my money back|how long can i return an item|send back an order`,
  'Track parcel': `where is my parcel|track my order|when will my package arrive|has my order been shipped|my delivery is late
what is the status of my shipment|i am still waiting for my package|where can i see the tracking number`,
};
const examples = Object.entries(phrases).flatMap(([intent, lines]) => lines.split(/[|\n]/u).map((text) => ({ text, intent })));

describe.each<ModelType>(['svm', 'semantic'])('a %s bot of three intents with eight phrases each', (modelType) => {
  const model = loadIntentModel(trainIntentModel(examples, { modelType }));

  test.each(['i want a pizza', 'do you sell bananas', 'can i get a loan', 'where can i park', 'what is the capital of france'])(
    'rejects "%s", of which it knows only the words that everybody uses',
    (text) => {
      expect(model.predict(text).isInScope).toBe(false);
      expect(model.predict(text).confidence).toBeLessThan(0.3);
    },
  );

  test.each([
    ['are you open tomorrow', 'Opening hours'],
    ['i want to send back the shoes', 'Return goods'],
    ['pacel trackng', 'Track parcel'],
    ['when do u open', 'Opening hours'],
  ])('understands "%s"', (text, intent) => {
    expect(model.predict(text)).toMatchObject({ intent, isInScope: true });
  });
});
