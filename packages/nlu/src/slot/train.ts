import { hashTerm } from '../retrieval/terms.ts';
import { listFeatures } from './features.ts';
import { addPhrase, type Gazetteer, hashPhrase, matchGazetteer } from './gazetteer.ts';
import { beginOf, forbidMoves, insideOf, listLabels, outside, packSlotModel } from './slot-model.ts';
import { readSlotTokens, type SlotToken } from './slot-tokens.ts';
import { findBestPath } from './viterbi.ts';

/** A phrase with its marked pieces; offsets are UTF-16, end exclusive. */
export type SlotExample = { text: string; intent: string; slots: readonly { start: number; end: number; slot: string }[] };
export type SlotOptions = {
  /** Rounds over the examples, default 10. */
  epochs?: number;
};

type Prepared = { tokens: SlotToken[]; features: Int32Array[]; gold: number[]; allowed: number[] };

/** Lead of a wrong label while learning, so that the right one wins with a margin. */
const margin = 1;
/** Number of examples from which on a feature of one example alone is left out. */
const manyExamples = 3_000;
/** Weights below this share of the largest are left out. */
const pruneShare = 0.004;

/**
 * Learns which words fill the slots of intents: an averaged structured perceptron with a margin, BIO labels limited to the slots that the intent was taught with.
 * The order of the examples does not matter: equal examples give equal bytes.
 * @returns bytes for `loadSlotModel`
 * Source: nlu.md 2, "Learned slots"; Collins 2002 for the perceptron, Daumé 2006 for the lazy average.
 */
export function trainSlotModel(examples: readonly SlotExample[], options: SlotOptions = {}): Uint8Array {
  const sorted = sortExamples(examples);
  const slots = [...new Set(sorted.flatMap((example) => example.slots.map(({ slot }) => slot)))].sort();
  const slotNumbers = new Map(slots.map((slot, number) => [slot, number]));
  const taught = new Map<string, Set<number>>();
  for (const { intent, slots: marked } of sorted) {
    const numbers = taught.get(intent) ?? new Set<number>();
    for (const { slot } of marked) numbers.add(slotNumbers.get(slot) ?? 0);
    taught.set(intent, numbers);
  }
  const intents = Object.fromEntries([...taught].map(([intent, numbers]) => [intent, [...numbers].sort((a, b) => a - b)]));
  const { prepared, gazetteer, hashes } = prepareExamples(sorted, slotNumbers, intents);
  const labelCount = 1 + 2 * slots.length;
  const learned = learnWeights(prepared, hashes.length, labelCount, options.epochs ?? 10);
  return packSlotModel({ slots, intents, gazetteer, ...pruneWeights(hashes, learned.weights, labelCount), moves: learned.moves });
}

function sortExamples(examples: readonly SlotExample[]): SlotExample[] {
  return examples
    .map((example) => {
      const slots = [...example.slots].sort((a, b) => a.start - b.start || a.end - b.end);
      return {
        example: { ...example, slots },
        key: JSON.stringify([example.intent, example.text, slots.map(({ start, end, slot }) => [start, end, slot])]),
      };
    })
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ example }) => example);
}

function prepareExamples(
  examples: readonly SlotExample[],
  slotNumbers: ReadonlyMap<string, number>,
  intents: Readonly<Record<string, number[]>>,
) {
  const gazetteer: Gazetteer = new Map();
  const read = examples.map((example) => {
    const tokens = readSlotTokens(example.text);
    const own: Gazetteer = new Map();
    const gold = tokens.map(() => outside);
    for (const { start, end, slot } of example.slots) {
      const number = slotNumbers.get(slot) ?? 0;
      const first = tokens.findIndex((token) => token.end > start);
      let last = first;
      while (last >= 0 && last < tokens.length && (tokens[last]?.start ?? end) < end) last++;
      if (first < 0 || last <= first) continue;
      for (let at = first; at < last; at++) gold[at] = at === first ? beginOf(number) : insideOf(number);
      const phrase = hashPhrase(tokens, first, last);
      addPhrase(gazetteer, phrase, number);
      addPhrase(own, phrase, number);
    }
    return { example, tokens, own, gold };
  });
  const numbers = new Map<number, number>();
  const counts: number[] = [];
  const prepared = read.map(({ example, tokens, own, gold }): Prepared => {
    const lists = listFeatures(tokens, hashTerm(example.intent), matchGazetteer(gazetteer, tokens, own));
    const features = lists.map((list) =>
      Int32Array.from(list, (feature) => {
        const number = numbers.get(feature) ?? numbers.size;
        numbers.set(feature, number);
        counts[number] = (counts[number] ?? 0) + 1;
        return number;
      }),
    );
    return { tokens, features, gold, allowed: listLabels(intents[example.intent] ?? []) };
  });
  if (examples.length < manyExamples) return { prepared, gazetteer, hashes: [...numbers.keys()] };
  // Numbers are given anew to the features that are kept.
  const kept = new Int32Array(counts.length).fill(-1);
  const hashes: number[] = [];
  for (const [hash, number] of numbers)
    if ((counts[number] ?? 0) > 1) {
      kept[number] = hashes.length;
      hashes.push(hash);
    }
  for (const example of prepared)
    example.features = example.features.map((list) => list.map((number) => kept[number] ?? -1).filter((number) => number >= 0));
  return { prepared, gazetteer, hashes };
}

function learnWeights(prepared: readonly Prepared[], featureCount: number, labelCount: number, epochs: number) {
  const weights = new Float32Array(featureCount * labelCount);
  const drift = new Float32Array(featureCount * labelCount);
  const moves = new Float64Array((labelCount + 1) * labelCount);
  const moveDrift = new Float64Array(moves.length);
  const forbidden = new Float64Array(moves.length);
  forbidMoves(forbidden, (labelCount - 1) / 2);
  const free = new Float64Array(moves.length);
  const order = prepared.map((_, at) => at).filter((at) => (prepared[at]?.allowed.length ?? 0) > 1);
  let step = 1;
  let seed = 1;
  for (let epoch = 0; epoch < epochs; epoch++) {
    // A fixed shuffle: neighbours of the sorted order are too alike to learn from one after another.
    for (let last = order.length - 1; last > 0; last--) {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      const other = Math.floor((seed / 2 ** 32) * (last + 1));
      [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
    }
    for (const at of order) {
      const example = prepared[at];
      if (example === undefined) continue;
      const { features, gold, allowed } = example;
      const emissions = new Float64Array(features.length * labelCount);
      for (const [token, list] of features.entries()) {
        const start = token * labelCount;
        for (const label of allowed) {
          let score = label === gold[token] ? 0 : margin;
          for (let each = 0; each < list.length; each++) score += weights[(list[each] ?? 0) * labelCount + label] ?? 0;
          emissions[start + label] = score;
        }
      }
      for (let move = 0; move < moves.length; move++) free[move] = (moves[move] ?? 0) + (forbidden[move] ?? 0);
      const path = findBestPath(emissions, free, allowed, labelCount, features.length);
      for (const [token, list] of features.entries()) {
        const right = gold[token] ?? outside;
        const wrong = path[token] ?? outside;
        if (right !== wrong)
          for (const feature of list) {
            shift(weights, drift, feature * labelCount + right, 1, step);
            shift(weights, drift, feature * labelCount + wrong, -1, step);
          }
        const rightBefore = token === 0 ? labelCount : (gold[token - 1] ?? outside);
        const wrongBefore = token === 0 ? labelCount : (path[token - 1] ?? outside);
        if (right !== wrong || rightBefore !== wrongBefore) {
          shift(moves, moveDrift, rightBefore * labelCount + right, 1, step);
          shift(moves, moveDrift, wrongBefore * labelCount + wrong, -1, step);
        }
      }
      step++;
    }
  }
  // Weights that were added late have counted for few steps.
  for (let at = 0; at < weights.length; at++) weights[at] = (weights[at] ?? 0) - (drift[at] ?? 0) / step;
  return { weights, moves: Float32Array.from(moves, (move, at) => move - (moveDrift[at] ?? 0) / step) };
}

function shift(values: Float32Array | Float64Array, drift: Float32Array | Float64Array, at: number, by: number, step: number): void {
  values[at] = (values[at] ?? 0) + by;
  drift[at] = (drift[at] ?? 0) + by * step;
}

function pruneWeights(hashes: readonly number[], weights: Float32Array, labelCount: number) {
  let largest = 0;
  for (const weight of weights) largest = Math.max(largest, Math.abs(weight));
  const scale = largest === 0 ? 1 : largest / 127;
  const order = hashes.map((hash, number) => ({ hash, number })).sort((a, b) => a.hash - b.hash);
  const keys: number[] = [];
  const offsets = [0];
  const labels: number[] = [];
  const values: number[] = [];
  for (const { hash, number } of order) {
    const before = labels.length;
    for (let label = 0; label < labelCount; label++) {
      const weight = weights[number * labelCount + label] ?? 0;
      const value = Math.round(weight / scale);
      if (value === 0 || Math.abs(weight) < largest * pruneShare) continue;
      labels.push(label);
      values.push(value);
    }
    if (labels.length === before) continue;
    keys.push(hash);
    offsets.push(labels.length);
  }
  return {
    keys: Uint32Array.from(keys),
    offsets: Uint32Array.from(offsets),
    labels: Uint16Array.from(labels),
    values: Int8Array.from(values),
    scale,
  };
}
