import { HashIndex } from '../text/hash-index.ts';
import { NgramScanner } from '../text/ngram-scanner.ts';
import type { Example } from './examples.ts';
import { buildFeatureRows, featureWeight, intentFrequencyPower } from './feature-rows.ts';

/** An example near a text; `likeness` is the cosine of their features, 0 to 1, where 1 is the same words in the same order. */
export type NearExample = Example & { likeness: number };

/** Examples in a form in which those near a text are found without looking at the others. Reuses its arrays: ask from one thread. */
export type ExampleIndex = { nearest(text: string, count: number): NearExample[] };

const characterLengths = { minLength: 3, maxLength: 4 };

/** Prepares examples for `nearestExamples`; takes about a second for 100,000 phrases. */
export function indexExamples(examples: readonly Example[]): ExampleIndex {
  const scanner = new NgramScanner(characterLengths.minLength, characterLengths.maxLength);
  const { rows, space } = buildFeatureRows(
    examples.map(({ text }) => text),
    scanner,
    { fewestTexts: { word: 1, character: 1 }, characterShare: 1, frequencyPower: intentFrequencyPower, leastTelling: 1 },
  );
  const numbers = new HashIndex(space.hashes.length);
  for (const hash of space.hashes) numbers.add(hash);
  const postings = invert(rows.starts, rows.features, rows.values, rows.featureCount);
  const likeness = new Float64Array(examples.length);
  const unknownWeight = featureWeight(examples.length, 0, intentFrequencyPower);

  return {
    nearest(text, count) {
      const asked = buildFeatureRowOf(text, scanner, numbers, space.weights, unknownWeight);
      const touched: number[] = [];
      for (const [feature, value] of asked) {
        for (let at = postings.starts[feature] as number; at < (postings.starts[feature + 1] as number); at++) {
          const row = postings.rows[at] as number;
          if (likeness[row] === 0) touched.push(row);
          likeness[row] = (likeness[row] as number) + value * (postings.values[at] as number);
        }
      }
      const best = touched
        .sort((one, other) => (likeness[other] as number) - (likeness[one] as number) || one - other)
        .slice(0, Math.max(0, count));
      const found = best.map((row) => ({ ...(examples[row] as Example), likeness: Math.min(1, likeness[row] as number) }));
      for (const row of touched) likeness[row] = 0;
      return found;
    },
  };
}

/** The examples nearest to a text, the nearest first; for many texts keep the index of `indexExamples`. */
export function nearestExamples(known: ExampleIndex | readonly Example[], text: string, count: number): NearExample[] {
  const index = 'nearest' in known ? known : indexExamples(known);
  return index.nearest(text, count);
}

type Postings = { starts: Uint32Array; rows: Uint32Array; values: Float32Array };

/** Turns rows with features into features with rows. */
function invert(starts: Uint32Array, features: Int32Array, values: Float32Array, featureCount: number): Postings {
  const postingStarts = new Uint32Array(featureCount + 1);
  for (const feature of features) postingStarts[feature + 1] = (postingStarts[feature + 1] as number) + 1;
  for (let feature = 0; feature < featureCount; feature++)
    postingStarts[feature + 1] = (postingStarts[feature + 1] as number) + (postingStarts[feature] as number);
  const ends = postingStarts.slice();
  const rows = new Uint32Array(features.length);
  const postingValues = new Float32Array(features.length);
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let cell = starts[row] as number; cell < (starts[row + 1] as number); cell++) {
      const feature = features[cell] as number;
      const end = ends[feature] as number;
      rows[end] = row;
      postingValues[end] = values[cell] as number;
      ends[feature] = end + 1;
    }
  }
  return { starts: postingStarts, rows, values: postingValues };
}

/** Weights of the known features of one text, scaled like the rows; unknown features make a text unlike everything. */
function buildFeatureRowOf(
  text: string,
  scanner: NgramScanner,
  numbers: HashIndex,
  weights: Float32Array,
  unknownWeight: number,
): Map<number, number> {
  scanner.scan(text);
  const lists = [
    [scanner.words.subarray(0, scanner.wordCount), scanner.pairs.subarray(0, scanner.pairCount)],
    [scanner.characters.subarray(0, scanner.characterCount)],
  ];
  const scaled = new Map<number, number>();
  for (const block of lists) {
    const repeats = new Map<number, number>();
    for (const hashes of block) for (const hash of hashes) repeats.set(hash, (repeats.get(hash) ?? 0) + 1);
    let squares = 0;
    const values: [number, number][] = [];
    for (const [hash, times] of repeats) {
      const feature = numbers.find(hash);
      const value = (1 + Math.log(times)) * (feature < 0 ? unknownWeight : (weights[feature] as number));
      squares += value * value;
      if (feature >= 0) values.push([feature, value]);
    }
    for (const [feature, value] of values) scaled.set(feature, value / Math.sqrt(squares * 2));
  }
  return scaled;
}
