import { HashIndex } from '../text/hash-index.ts';
import type { NgramScanner, ValueSpan } from '../text/ngram-scanner.ts';
import { readTellingWords, type TellingWords } from '../text/telling-words.ts';

/** Above this many phrases, character n-grams of one phrase only are dropped and the longest are left out: there is enough to learn from. */
export const manyPhrases = 3_000;

/**
 * Texts as sparse rows. Row r has its word features in [starts[r], wordEnds[r]), its character features from there, and last, where an
 * encoder is used, its `hiddenSize` numbers, up to starts[r + 1]; `features` are numbers below `featureCount`, the encoder's being the
 * last, `values` their weights, scaled so that each row has length 1.
 */
export type FeatureRows = {
  rowCount: number;
  featureCount: number;
  hiddenSize: number;
  starts: Uint32Array;
  wordEnds: Uint32Array;
  /** Number of character features in each text before rare ones were dropped. */
  characterCounts: Uint32Array;
  features: Int32Array;
  values: Float32Array;
  /**
   * Amounts that words tell (`TellingWords`), in units of `tellStep`: for a word feature the weight of its word. For a character feature
   * its share, since each word's weight is spread over the word's n-grams. 0 for pairs of words.
   */
  tells: Uint16Array;
  /** Sum of these weights over the words of each text, dropped n-grams included. */
  tellTotals: Float32Array;
};

/** Facts about each feature besides its number. */
export type FeatureSpace = {
  hashes: Int32Array;
  /** Square root of the inverse document frequency, rounded as the model file has it. */
  weights: Float32Array;
  /** 1 for a single word. */
  isWord: Uint8Array;
  /** 1 for an entity, which stands for each of its values. */
  isEntity: Uint8Array;
};

/** Values of entities in the texts, by row, and for each entity how much of their own weight its values' words keep, 0 to 1. */
export type RowValues = { spans: readonly (readonly ValueSpan[])[]; ownShares: ReadonlyMap<string, number> };

const noValues: RowValues = { spans: [], ownShares: new Map() };
const noSpans: readonly ValueSpan[] = [];

/** The step in which a feature's weight is kept: seven bits of the model file hold weights below 4, which 5 million phrases do not reach. */
const weightStep = 1 / 32;
export const toWeightCode = (weight: number): number => Math.min(127, Math.round(weight / weightStep));
export const fromWeightCode = (code: number): number => code * weightStep;
/** Unit of `tells`: a longest text of one word does not reach 16. */
export const tellStep = 1 / 4096;
const roundWeight = (weight: number): number => fromWeightCode(toWeightCode(weight));

export const characterRange = (phraseCount: number): { minLength: number; maxLength: number } => ({
  minLength: 2,
  maxLength: phraseCount < manyPhrases ? 5 : 4,
});

export const intentFrequencyPower = 0.5;

/**
 * Least share of its weight that a word of little meaning keeps. In a bot of a few intents "i want" looks telling, since one intent alone
 * has it; 0.5 rejects 5 of 100 strangers more there, for 1 text in scope. From 20 intents on the bot's own phrases show it, and 0.6 would
 * cost a point of accuracy with 150.
 */
const leastTelling = (intentCount: number): number => Math.min(1, Math.max(0.5, 0.5 + 0.5 * Math.log(intentCount / 7)));

export const intentFeatures = (phraseCount: number, intentCount: number): FeatureChoice => ({
  fewestTexts: { word: 1, character: phraseCount < manyPhrases ? 1 : 2 },
  characterShare: intentShares(phraseCount).character,
  frequencyPower: intentFrequencyPower,
  leastTelling: leastTelling(intentCount),
});

export type FeatureChoice = {
  /** Features that fewer texts have are dropped. */
  fewestTexts: { word: number; character: number };
  /** Length of the character block where the word block has length 1. */
  characterShare: number;
  /** Power of the inverse document frequency. */
  frequencyPower: number;
  /** Factor of the weight of a feature that is found only in words which tell nothing; 1 treats all words alike. */
  leastTelling: number;
};

/** Reads texts into rows over the features that they have. */
export function buildFeatureRows(
  texts: readonly string[],
  scanner: NgramScanner,
  choice: FeatureChoice,
  values: RowValues = noValues,
): { rows: FeatureRows; space: FeatureSpace } {
  const found = collectFeatures(texts, scanner, values);
  const numbers = new Int32Array(found.index.size).fill(-1);
  let featureCount = 0;
  for (let old = 0; old < numbers.length; old++) {
    const fewest = found.kinds[old] === characterKind ? choice.fewestTexts.character : choice.fewestTexts.word;
    if ((found.frequencies[old] as number) >= fewest) numbers[old] = featureCount++;
  }
  const space: FeatureSpace = {
    hashes: new Int32Array(featureCount),
    weights: new Float32Array(featureCount),
    isWord: new Uint8Array(featureCount),
    isEntity: new Uint8Array(featureCount),
  };
  for (let old = 0; old < numbers.length; old++) {
    const number = numbers[old] as number;
    if (number < 0) continue;
    space.hashes[number] = found.hashes[old] as number;
    const frequency = found.frequencies[old] as number;
    const factor = choice.leastTelling + (1 - choice.leastTelling) * ((found.tellSums[old] as number) / frequency);
    space.weights[number] = roundWeight(factor * featureWeight(texts.length, frequency, choice.frequencyPower));
    space.isWord[number] = found.kinds[old] === wordKind ? 1 : 0;
    space.isEntity[number] = found.kinds[old] === entityKind ? 1 : 0;
  }
  return { rows: weighRows(found, numbers, space.weights, choice.characterShare), space };
}

const characterKind = 0;
const wordKind = 1;
const pairKind = 2;
const entityKind = 3;

type FoundFeatures = {
  index: HashIndex;
  hashes: Int32Array;
  frequencies: Uint32Array;
  kinds: Uint8Array;
  starts: Uint32Array;
  wordEnds: Uint32Array;
  features: Int32Array;
  repeats: Uint8Array;
  /** Share of its own weight that a feature keeps when it is part of a value, in 255ths. */
  shares: Uint8Array;
  tells: Uint16Array;
  tellTotals: Float32Array;
  /** Sum for each feature, over its texts, of what its word tells. */
  tellSums: Float32Array;
};

function collectFeatures(texts: readonly string[], scanner: NgramScanner, values: RowValues): FoundFeatures {
  const index = new HashIndex(16_384);
  const starts = new Uint32Array(texts.length + 1);
  const wordEnds = new Uint32Array(texts.length);
  let hashes = new Int32Array(16_384);
  let frequencies = new Uint32Array(16_384);
  let kinds = new Uint8Array(16_384);
  let tellSums = new Float32Array(16_384);
  /** Place of a feature in this text, plus 1; cleared after each text. */
  let places = new Uint32Array(16_384);
  let features = new Int32Array(texts.length * 96 + 1024);
  let repeats = new Uint8Array(features.length);
  let shares = new Uint8Array(features.length);
  let tells = new Uint16Array(features.length);
  const tellTotals = new Float32Array(texts.length);
  const telling = readTellingWords();
  let end = 0;

  const take = (list: Int32Array, from: number, to: number, kind: number, tell: number, wordTell: number, share = 255): void => {
    for (let at = from; at < to; at++) {
      const hash = list[at] as number;
      const feature = index.add(hash);
      if (feature >= hashes.length) {
        hashes = enlarged(hashes, feature * 2);
        frequencies = enlarged(frequencies, feature * 2);
        kinds = enlarged(kinds, feature * 2);
        tellSums = enlarged(tellSums, feature * 2);
        places = enlarged(places, feature * 2);
      }
      const place = places[feature] as number;
      if (place > 0) {
        if ((repeats[place - 1] as number) < 255) repeats[place - 1] = (repeats[place - 1] as number) + 1;
        shares[place - 1] = Math.max(shares[place - 1] as number, share);
        tells[place - 1] = Math.min(65_535, (tells[place - 1] as number) + tell);
        continue;
      }
      if (frequencies[feature] === 0) {
        hashes[feature] = hash;
        kinds[feature] = kind;
      }
      frequencies[feature] = (frequencies[feature] as number) + 1;
      tellSums[feature] = (tellSums[feature] as number) + wordTell;
      features[end] = feature;
      repeats[end] = 1;
      shares[end] = share;
      tells[end] = tell;
      places[feature] = ++end;
    }
  };

  for (const [row, text] of texts.entries()) {
    const spans = values.spans[row] ?? noSpans;
    scanner.scan(text, spans);
    const shareOf = (word: number): number => {
      const span = spans[scanner.wordSpans[word] as number];
      return span ? Math.round((values.ownShares.get(span.entity) ?? 1) * 255) : 255;
    };
    const entityCount = scanner.entities.length + scanner.entityPairs.length;
    const most = end + scanner.wordCount + scanner.pairCount + scanner.characterCount + entityCount;
    if (most > features.length) {
      features = enlarged(features, most * 2);
      repeats = enlarged(repeats, most * 2);
      shares = enlarged(shares, most * 2);
      tells = enlarged(tells, most * 2);
    }
    for (let word = 0; word < scanner.wordCount; word++) {
      const tell = telling.weigh(scanner, word);
      const isValue = (scanner.wordSpans[word] as number) >= 0;
      take(scanner.words, word, word + 1, wordKind, isValue ? 0 : Math.round(tell / tellStep), tell, shareOf(word));
    }
    for (let pair = 0; pair < scanner.pairCount; pair++) {
      const before = pair === 0 ? 0 : telling.weigh(scanner, pair - 1);
      const after = pair === scanner.wordCount ? 0 : telling.weigh(scanner, pair);
      const share = Math.min(pair === 0 ? 255 : shareOf(pair - 1), pair === scanner.wordCount ? 255 : shareOf(pair));
      take(scanner.pairs, pair, pair + 1, pairKind, 0, Math.max(before, after), share);
    }
    for (let span = 0; span < scanner.entities.length; span++) {
      const tell = tellOfSpan(scanner, telling, span);
      // the weights of a value's words count for their entity: a value that no phrase has is not unknown
      if (tell >= 0) take(scanner.entities, span, span + 1, entityKind, Math.round(Math.min(15, tell) / tellStep), 1);
    }
    if (scanner.entityPairs.length > 0) take(Int32Array.from(scanner.entityPairs), 0, scanner.entityPairs.length, pairKind, 0, 1);
    wordEnds[row] = end;
    for (let word = 0; word < scanner.wordCount; word++) {
      const from = scanner.characterStarts[word] as number;
      const to = scanner.characterStarts[word + 1] as number;
      const tell = telling.weigh(scanner, word);
      const isValue = (scanner.wordSpans[word] as number) >= 0;
      tellTotals[row] = (tellTotals[row] as number) + tell;
      const spread = isValue ? 0 : Math.round(tell / Math.max(1, to - from) / tellStep);
      take(scanner.characters, from, to, characterKind, spread, tell, shareOf(word));
    }
    for (let at = starts[row] as number; at < end; at++) places[features[at] as number] = 0;
    starts[row + 1] = end;
  }
  return { index, hashes, frequencies, kinds, starts, wordEnds, features, repeats, shares, tells, tellTotals, tellSums };
}

/** Returns the sum of what the words of a value tell; -1 for a span without a word. */
export function tellOfSpan(scanner: NgramScanner, telling: TellingWords, span: number): number {
  let tell = -1;
  for (let word = 0; word < scanner.wordCount; word++)
    if (scanner.wordSpans[word] === span) tell = Math.max(0, tell) + telling.weigh(scanner, word);
  return tell;
}

function weighRows(found: FoundFeatures, numbers: Int32Array, weights: Float32Array, characterShare: number): FeatureRows {
  const rowCount = found.wordEnds.length;
  const starts = new Uint32Array(rowCount + 1);
  const wordEnds = new Uint32Array(rowCount);
  const characterCounts = Uint32Array.from(
    { length: rowCount },
    (_, row) => (found.starts[row + 1] as number) - (found.wordEnds[row] as number),
  );
  let kept = 0;
  for (let at = 0; at < (found.starts[rowCount] as number); at++) if ((numbers[found.features[at] as number] as number) >= 0) kept++;
  const features = new Int32Array(kept);
  const values = new Float32Array(kept);
  const tells = new Uint16Array(kept);
  let end = 0;
  for (let row = 0; row < rowCount; row++) {
    const wordEnd = found.wordEnds[row] as number;
    for (let at = found.starts[row] as number; at < (found.starts[row + 1] as number); at++) {
      if (at === wordEnd) wordEnds[row] = end;
      const feature = numbers[found.features[at] as number] as number;
      if (feature < 0) continue;
      features[end] = feature;
      tells[end] = found.tells[at] as number;
      const share = (found.shares[at] as number) / 255;
      values[end++] = share * repeatWeight(found.repeats[at] as number) * (weights[feature] as number);
    }
    if (wordEnd === found.starts[row + 1]) wordEnds[row] = end;
    starts[row + 1] = end;
    scaleBlocks(values, starts[row] as number, wordEnds[row] as number, end, end, { character: characterShare, hidden: 0 });
  }
  const { tellTotals } = found;
  return { rowCount, featureCount: weights.length, hiddenSize: 0, starts, wordEnds, characterCounts, features, values, tells, tellTotals };
}

export const repeatWeight = (repeats: number): number => (repeats === 1 ? 1 : 1 + Math.log(repeats));

/** A power of the smoothed inverse document frequency, in steps that the model file can hold. */
export function featureWeight(textCount: number, frequency: number, power: number): number {
  return roundWeight((Math.log((1 + textCount) / (1 + frequency)) + 1) ** power);
}

/**
 * Brings the word block [from, middle) to length 1, the character block [middle, end) and the encoder's block [end, to) to their shares,
 * then all together to length 1; a block without a value counts for nothing.
 */
function scaleBlocks(values: Float32Array, from: number, middle: number, end: number, to: number, shares: BlockShares): void {
  const squares = [sumOfSquares(values, from, middle), sumOfSquares(values, middle, end), sumOfSquares(values, end, to)] as const;
  const factors = blockFactors(...squares, shares);
  scale(values, from, middle, factors.word);
  scale(values, middle, end, factors.character);
  scale(values, end, to, factors.hidden);
}

/** Lengths of the character block and of the encoder's block where the word block has length 1. */
export type BlockShares = { character: number; hidden: number };

/**
 * Few phrases share few words, so their letters and what the encoder knows weigh more: 1.4 for letters gives half a point with 5 phrases
 * an intent and costs 0.1 with 100; 1 for the encoder gives another point with 10, 0.5 loses nothing with 100.
 */
export const intentShares = (phraseCount: number): BlockShares =>
  phraseCount < manyPhrases ? { character: 1.4, hidden: 1 } : { character: 1, hidden: 0.5 };

/** Factors that bring blocks of these squared lengths to their share; an encoder's numbers that are shorter than 1 get less than theirs. */
export function blockFactors(
  wordSquares: number,
  characterSquares: number,
  hiddenSquares: number,
  shares: BlockShares,
): { word: number; character: number; hidden: number } {
  const hidden = shares.hidden * Math.min(1, Math.sqrt(hiddenSquares));
  const length = Math.hypot(wordSquares > 0 ? 1 : 0, characterSquares > 0 ? shares.character : 0, hidden);
  return {
    word: wordSquares > 0 ? 1 / (Math.sqrt(wordSquares) * length) : 0,
    character: characterSquares > 0 ? shares.character / (Math.sqrt(characterSquares) * length) : 0,
    hidden: hiddenSquares > 0 ? hidden / (Math.sqrt(hiddenSquares) * length) : 0,
  };
}

/** Turns a text into a vector of length 1 at most. */
export type HiddenEncoder = { hiddenSize: number; encode(text: string, hidden: Float32Array): void };

/** The same rows with an encoder's numbers as their last block. */
export function appendHidden(rows: FeatureRows, texts: readonly string[], encoder: HiddenEncoder, shares: BlockShares): FeatureRows {
  const { rowCount, featureCount } = rows;
  const { hiddenSize } = encoder;
  const starts = new Uint32Array(rowCount + 1);
  const wordEnds = new Uint32Array(rowCount);
  const features = new Int32Array(rows.features.length + rowCount * hiddenSize);
  const values = new Float32Array(features.length);
  const tells = new Uint16Array(features.length);
  const hidden = new Float32Array(hiddenSize);
  for (let row = 0; row < rowCount; row++) {
    const from = rows.starts[row] as number;
    const to = rows.starts[row + 1] as number;
    const start = starts[row] as number;
    const end = start + to - from;
    features.set(rows.features.subarray(from, to), start);
    values.set(rows.values.subarray(from, to), start);
    tells.set(rows.tells.subarray(from, to), start);
    wordEnds[row] = start + (rows.wordEnds[row] as number) - from;
    encoder.encode(texts[row] as string, hidden);
    values.set(hidden, end);
    for (let unit = 0; unit < hiddenSize; unit++) features[end + unit] = featureCount + unit;
    starts[row + 1] = end + hiddenSize;
    scaleBlocks(values, start, wordEnds[row] as number, end, end + hiddenSize, shares);
  }
  return {
    rowCount,
    featureCount: featureCount + hiddenSize,
    hiddenSize,
    starts,
    wordEnds,
    characterCounts: rows.characterCounts,
    features,
    values,
    tells,
    tellTotals: rows.tellTotals,
  };
}

/**
 * Some rows over only those features that a smaller training saw, as if the others were unknown: what is predicted of a text
 * that a model has not seen must not lean on features that only the text itself has.
 */
export function restrictRows(rows: FeatureRows, subset: Uint32Array, isSeen: Uint8Array, shares: BlockShares): FeatureRows {
  const starts = new Uint32Array(subset.length + 1);
  const wordEnds = new Uint32Array(subset.length);
  const characterCounts = Uint32Array.from(subset, (row) => rows.characterCounts[row] as number);
  let most = 0;
  for (const row of subset) most += (rows.starts[row + 1] as number) - (rows.starts[row] as number);
  const features = new Int32Array(most);
  const values = new Float32Array(most);
  const tells = new Uint16Array(most);
  let end = 0;
  for (let at = 0; at < subset.length; at++) {
    const row = subset[at] as number;
    const wordEnd = rows.wordEnds[row] as number;
    const to = rows.starts[row + 1] as number;
    wordEnds[at] = end;
    for (let cell = rows.starts[row] as number; cell < to; cell++) {
      const feature = rows.features[cell] as number;
      if (isSeen[feature] === 1) {
        features[end] = feature;
        tells[end] = rows.tells[cell] as number;
        values[end++] = rows.values[cell] as number;
      }
      if (cell < wordEnd) wordEnds[at] = end;
    }
    starts[at + 1] = end;
    // the encoder's numbers as the encoder gave them: their block was scaled along with the words
    const wordLength = Math.sqrt(sumOfSquares(rows.values, rows.starts[row] as number, wordEnd));
    if (wordLength > 0) scale(values, end - rows.hiddenSize, end, 1 / (shares.hidden * wordLength));
    scaleBlocks(values, starts[at] as number, wordEnds[at] as number, end - rows.hiddenSize, end, shares);
  }
  return {
    rowCount: subset.length,
    featureCount: rows.featureCount,
    hiddenSize: rows.hiddenSize,
    starts,
    wordEnds,
    characterCounts,
    features,
    values,
    tells,
    tellTotals: Float32Array.from(subset, (row) => rows.tellTotals[row] as number),
  };
}

function sumOfSquares(values: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at++) sum += (values[at] as number) ** 2;
  return sum;
}

function scale(values: Float32Array, from: number, to: number, factor: number): void {
  for (let at = from; at < to; at++) values[at] = (values[at] as number) * factor;
}

function enlarged<T extends Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array>(array: T, size: number): T {
  const larger = new (array.constructor as new (size: number) => T)(size);
  larger.set(array);
  return larger;
}
