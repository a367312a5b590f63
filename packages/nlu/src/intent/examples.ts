import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';
import { type ExampleValue, faultOfMarks, soundSpans } from './example-values.ts';

/** A phrase that people may say, the name of what they want by it, and the values in it that its author marked. */
export type Example = { text: string; intent: string; values?: readonly ExampleValue[] };

/** An example with its phrase as the engine reads it; two phrases with one key cannot be told apart. */
export type KeyedExample = Example & { key: string };

/** The text as the engine reads it: lower case, words between single blanks; '' when there is nothing to read. */
export function keyOf(text: string, scanner: NgramScanner): string {
  scanner.scan(text);
  return String.fromCharCode.apply(null, scanner.units.subarray(1, scanner.unitCount - 1) as unknown as number[]);
}

/**
 * Examples in the one order that training uses, whatever order they came in: by intent, then by phrase. Phrases without a word, doubles
 * within an intent and phrases that stand in two intents are left out; the last are for `checkTrainingData` to report.
 * @throws NluError nlu.no_examples, nlu.example_invalid, nlu.no_trainable_examples
 */
export function arrangeExamples(examples: readonly Example[]): KeyedExample[] {
  if (examples.length === 0) throw new NluError('nlu.no_examples', 'There is nothing to learn from: give at least one phrase.');
  const scanner = new NgramScanner(2, 2);
  const kept = new Map<string, KeyedExample | 'conflict'>();
  for (const example of examples) {
    const { text, intent } = example;
    if (typeof text !== 'string' || typeof intent !== 'string' || intent === '')
      throw new NluError('nlu.example_invalid', 'An example needs a text and the name of an intent.');
    const fault = faultOfMarks(text, example.values ?? []);
    if (fault) throw new NluError('nlu.example_invalid', fault);
    const key = keyOf(text, scanner);
    if (key === '') continue;
    const known = kept.get(key);
    if (known === undefined) kept.set(key, { ...example, key });
    else if (known === 'conflict') continue;
    else if (known.intent !== intent) kept.set(key, 'conflict');
    else if (compareMarks(example, known) < 0) kept.set(key, { ...example, key });
  }
  const arranged = [...kept.values()].filter((example) => example !== 'conflict');
  if (arranged.length === 0)
    throw new NluError('nlu.no_trainable_examples', 'Every phrase stands in two intents or has no word: nothing is left to learn from.');
  return arranged.sort((one, other) => compareText(one.intent, other.intent) || compareText(one.key, other.key));
}

/** The same phrase with those marks only that are sound and overlap no earlier one; `checkTrainingData` names the others. */
export const withSoundMarks = (example: Example): Example => ({ ...example, values: soundSpans(example.text, example.values ?? []) });

/** Orders copies of one phrase: the one with the most marks counts; among as many, the one whose marks and text sort first. */
function compareMarks(one: Example, other: Example): number {
  const marks = ({ values = [] }: Example): string => JSON.stringify(values.map(({ entity, start, end }) => [start, end, entity]).sort());
  return (
    (other.values?.length ?? 0) - (one.values?.length ?? 0) || compareText(marks(one), marks(other)) || compareText(one.text, other.text)
  );
}

/** Compares by code units, so that every machine sorts alike. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
