import { packBytes, unpackBytes } from '../retrieval/pack.ts';
import { hashTerm } from '../retrieval/terms.ts';
import { listFeatures } from './features.ts';
import { type Gazetteer, matchGazetteer } from './gazetteer.ts';
import { readSlotTokens, type SlotToken } from './slot-tokens.ts';
import { findBestPath } from './viterbi.ts';

export type SlotFill = { slot: string; start: number; end: number; text: string };
export type SlotModel = {
  /** Slots that the model was taught, in order of their names. */
  slots: string[];
  /** Finds the values of an intent's slots in a text, in order, none overlapping another; [] for an intent that was taught none. */
  find: (text: string, intent: string) => SlotFill[];
};

/** Labels are 0 for outside, 1 + 2 × slot for the first word of a slot, 2 + 2 × slot for those after it. */
export const outside = 0;
export const beginOf = (slot: number) => 1 + 2 * slot;
export const insideOf = (slot: number) => 2 + 2 * slot;

/** The parts of a trained model: weights as one row of (label, value) pairs a feature. */
export type SlotTables = {
  slots: string[];
  /** Slots that each intent was taught with. */
  intents: Record<string, number[]>;
  gazetteer: Gazetteer;
  /** Hashes of features, ascending. */
  keys: Uint32Array;
  offsets: Uint32Array;
  labels: Uint16Array;
  /** Weights in steps of `scale`. */
  values: Int8Array;
  scale: number;
  moves: Float32Array;
};

const mark = 'SLT1';

export function packSlotModel(tables: SlotTables): Uint8Array {
  const phrases = [...tables.gazetteer].flatMap(([phrase, slots]) => [...slots.keys()].map((slot) => [phrase, slot] as const));
  phrases.sort(([a, slotA], [b, slotB]) => a - b || slotA - slotB);
  const head = { slots: tables.slots, intents: tables.intents, scale: tables.scale };
  const arrays = [
    tables.keys,
    tables.offsets,
    tables.labels,
    tables.values,
    tables.moves,
    Uint32Array.from(phrases, ([phrase]) => phrase),
    Uint16Array.from(phrases, ([, slot]) => slot),
  ];
  return packBytes(mark, { head, arrays });
}

/** @throws RangeError when the bytes are not those of `trainSlotModel` */
export function loadSlotModel(bytes: Uint8Array): SlotModel {
  const { head, arrays } = unpackBytes(mark, bytes);
  const [keys, offsets, labels, values, moves, phrases, phraseSlots] = arrays as [
    Uint32Array,
    Uint32Array,
    Uint16Array,
    Int8Array,
    Float32Array,
    Uint32Array,
    Uint16Array,
  ];
  const gazetteer: Gazetteer = new Map();
  for (const [at, phrase] of phrases.entries()) {
    const slots = gazetteer.get(phrase) ?? new Map<number, number>();
    gazetteer.set(phrase, slots.set(phraseSlots[at] ?? 0, 1));
  }
  const { slots, intents, scale } = head as Pick<SlotTables, 'slots' | 'intents' | 'scale'>;
  const tables: SlotTables = { slots, intents, scale, gazetteer, keys, offsets, labels, values, moves };
  const allMoves = Float64Array.from(moves);
  forbidMoves(allMoves, slots.length);
  return { slots, find: (text, intent) => fillSlots(tables, allMoves, text, intent) };
}

/** The inside of a slot follows its beginning or inside alone. */
export function forbidMoves(moves: Float64Array, slotCount: number): void {
  const labelCount = 1 + 2 * slotCount;
  for (let slot = 0; slot < slotCount; slot++)
    for (let from = 0; from <= labelCount; from++)
      if (from === labelCount || (from !== beginOf(slot) && from !== insideOf(slot)))
        moves[from * labelCount + insideOf(slot)] = Number.NEGATIVE_INFINITY;
}

export const listLabels = (slots: readonly number[]): number[] => [outside, ...slots.flatMap((slot) => [beginOf(slot), insideOf(slot)])];

function fillSlots(tables: SlotTables, moves: Float64Array, text: string, intent: string): SlotFill[] {
  const taught = Object.hasOwn(tables.intents, intent) ? tables.intents[intent] : undefined;
  if (taught === undefined || taught.length === 0) return [];
  const tokens = readSlotTokens(text);
  const labelCount = 1 + 2 * tables.slots.length;
  const emissions = new Float64Array(tokens.length * labelCount);
  const features = listFeatures(tokens, hashTerm(intent), matchGazetteer(tables.gazetteer, tokens));
  for (const [at, list] of features.entries()) for (const feature of list) addWeights(tables, feature, emissions, at * labelCount);
  const path = findBestPath(emissions, moves, listLabels(taught), labelCount, tokens.length);
  return readFills(text, tokens, path, tables.slots);
}

function addWeights({ keys, offsets, labels, values, scale }: SlotTables, feature: number, emissions: Float64Array, start: number): void {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] ?? 0) < feature) low = middle + 1;
    else high = middle;
  }
  if (keys[low] !== feature) return;
  const end = offsets[low + 1] ?? 0;
  for (let at = offsets[low] ?? 0; at < end; at++) {
    const place = start + (labels[at] ?? 0);
    emissions[place] = (emissions[place] ?? 0) + (values[at] ?? 0) * scale;
  }
}

function readFills(text: string, tokens: readonly SlotToken[], path: readonly number[], slots: readonly string[]): SlotFill[] {
  const fills: SlotFill[] = [];
  for (const [at, token] of tokens.entries()) {
    const label = path[at] ?? outside;
    if (label === outside) continue;
    const slot = (label - 1) >> 1;
    const open = fills.at(-1);
    // One character may be spelled as several words, such as ㏆: they cover the same of the text.
    const isSameCharacter = open !== undefined && token.start < open.end;
    if (open !== undefined && (label === insideOf(slot) || isSameCharacter)) {
      open.end = token.end;
      open.text = text.slice(open.start, token.end);
    } else fills.push({ slot: slots[slot] ?? '', start: token.start, end: token.end, text: text.slice(token.start, token.end) });
  }
  return fills;
}
