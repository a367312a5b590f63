import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';

/** A phrase that people may say, and the name of what they want by it. */
export type Example = { text: string; intent: string };

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
  for (const { text, intent } of examples) {
    if (typeof text !== 'string' || typeof intent !== 'string' || intent === '')
      throw new NluError('nlu.example_invalid', 'An example needs a text and the name of an intent.');
    const key = keyOf(text, scanner);
    if (key === '') continue;
    const known = kept.get(key);
    if (known === undefined) kept.set(key, { text, intent, key });
    else if (known !== 'conflict' && known.intent !== intent) kept.set(key, 'conflict');
  }
  const arranged = [...kept.values()].filter((example) => example !== 'conflict');
  if (arranged.length === 0)
    throw new NluError('nlu.no_trainable_examples', 'Every phrase stands in two intents or has no word: nothing is left to learn from.');
  return arranged.sort((one, other) => compareText(one.intent, other.intent) || compareText(one.key, other.key));
}

/** By code units, so that every machine sorts alike. */
export const compareText = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
