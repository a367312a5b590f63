import { hashOfEntity, type NgramScanner, type ValueSpan } from '../text/ngram-scanner.ts';
import { readTellingWords, type TellingWords } from '../text/telling-words.ts';
import type { FeaturePlanes } from './feature-planes.ts';
import { type BlockShares, blockFactors, fromWeightCode, type HiddenEncoder, repeatWeight } from './feature-rows.ts';
import { SortedHashes } from './sorted-hashes.ts';

const noSpans: readonly ValueSpan[] = [];

export type Support = { support: number; backed: number; told: number; unknown: number; knownWordCount: number };

/** Reads one text after the other into the features of a trained model. Arrays are reused: what `read` leaves is valid until the next. */
export class FeatureReader {
  readonly scanner: NgramScanner;
  readonly #planes: FeaturePlanes;
  readonly #index: SortedHashes;
  readonly #shares: BlockShares;
  readonly #encoder: HiddenEncoder | undefined;
  /** Number of times that a feature occurs in the text; all 0 between texts. */
  readonly #repeats: Uint8Array;
  readonly #telling: TellingWords;
  /** Share of their own weight that the values' words keep, by the hash of their entity. */
  readonly #ownShares: ReadonlyMap<number, number>;
  /**
   * Share of its weight that each feature of the text keeps, 1 unless it is found in values alone; all 0 between texts, and for texts
   * without values.
   */
  readonly #kept: Float32Array;
  #hasValues = false;
  /** The feature of each character n-gram of the text, or -1. */
  #found = new Int32Array(1024);
  features = new Int32Array(1024);
  values = new Float64Array(1024);
  count = 0;
  /** Character n-grams of the text that the model does not know, as a share of all; 1 without any. */
  unknownCharacters = 1;
  /** Factors that multiply the weight of a feature, by its block. */
  wordFactor = 0;
  characterFactor = 0;
  /** The encoder's numbers, scaled like the values; none without an encoder. */
  readonly hidden: Float32Array;

  constructor(
    planes: FeaturePlanes,
    scanner: NgramScanner,
    shares: BlockShares,
    encoder?: HiddenEncoder,
    ownShares: ReadonlyMap<number, number> = new Map(),
  ) {
    this.scanner = scanner;
    this.#planes = planes;
    this.#index = new SortedHashes(planes.hashes);
    this.#shares = shares;
    this.#encoder = encoder;
    this.hidden = new Float32Array(encoder?.hiddenSize ?? 0);
    this.#repeats = new Uint8Array(planes.hashes.length);
    this.#telling = readTellingWords();
    this.#ownShares = ownShares;
    this.#kept = new Float32Array(ownShares.size > 0 ? planes.hashes.length : 0);
  }

  /** Values of entities that the model knows. */
  #known(values: readonly ValueSpan[]): readonly ValueSpan[] {
    return values.length === 0 || this.#ownShares.size === 0
      ? noSpans
      : values.filter(({ entity }) => this.#ownShares.has(hashOfEntity(entity)));
  }

  /** Number of the feature with this hash, or -1. */
  find(hash: number): number {
    return this.#index.find(hash);
  }

  /** @param given in order and none overlapping another; those of entities that the model does not know are words like others */
  read(text: string, given: readonly ValueSpan[] = noSpans): void {
    const { scanner } = this;
    const spans = this.#known(given);
    scanner.scan(text, spans);
    this.count = 0;
    this.#hasValues = spans.length > 0;
    const kept = this.#hasValues ? keptShares(scanner, this.#ownShares) : undefined;
    this.#take(scanner.words, scanner.wordCount, kept?.words);
    this.#take(scanner.pairs, scanner.pairCount, kept?.pairs);
    if (this.#hasValues) {
      this.#take(scanner.entities, scanner.entities.length);
      this.#take(Int32Array.from(scanner.entityPairs), scanner.entityPairs.length);
    }
    const wordEnd = this.count;
    const unknown = this.#take(scanner.characters, scanner.characterCount, kept?.characters);
    const known = this.count - wordEnd;
    this.unknownCharacters = known + unknown === 0 ? 1 : unknown / (known + unknown);
    const factors = blockFactors(this.#weigh(0, wordEnd), this.#weigh(wordEnd, this.count), this.#encode(text), this.#shares);
    this.wordFactor = factors.word;
    this.characterFactor = factors.character;
    const { values, count } = this;
    for (let at = 0; at < count; at++) values[at] = (values[at] as number) * (at < wordEnd ? factors.word : factors.character);
    for (let unit = 0; unit < this.hidden.length; unit++) this.hidden[unit] = (this.hidden[unit] as number) * factors.hidden;
  }

  /** Returns the share of its weight that a word of the text read last keeps. */
  keptOfWord(word: number): number {
    const span = this.scanner.wordSpans[word] as number;
    return span < 0 ? 1 : (this.#ownShares.get(this.scanner.entities[span] as number) ?? 1);
  }

  /** Fills `hidden`; gives its squared length. */
  #encode(text: string): number {
    if (!this.#encoder) return 0;
    this.#encoder.encode(text, this.hidden);
    return this.hidden.reduce((sum, value) => sum + value * value, 0);
  }

  /** Counts known features; gives how many were unknown. `kept`: what each keeps of its weight, all of it when not said. */
  #take(hashes: Int32Array, count: number, kept?: Float32Array): number {
    const repeats = this.#repeats;
    let unknown = 0;
    if (count > this.#found.length) this.#found = new Int32Array(count * 2);
    for (let at = 0; at < count; at++) {
      const feature = this.#index.find(hashes[at] as number);
      this.#found[at] = feature;
      if (feature < 0) {
        unknown++;
        continue;
      }
      const seen = repeats[feature] as number;
      if (seen === 0) {
        if (this.count === this.features.length) this.#grow();
        this.features[this.count++] = feature;
      }
      if (seen < 255) repeats[feature] = seen + 1;
      if (this.#hasValues) this.#kept[feature] = Math.max(this.#kept[feature] as number, kept ? (kept[at] as number) : 1);
    }
    return unknown;
  }

  /** Values before scaling, and the sum of their squares; forgets the repeats. */
  #weigh(from: number, to: number): number {
    const { codes } = this.#planes;
    let squares = 0;
    for (let at = from; at < to; at++) {
      const feature = this.features[at] as number;
      let value = repeatWeight(this.#repeats[feature] as number) * fromWeightCode((codes[feature] as number) & 127);
      this.#repeats[feature] = 0;
      if (this.#hasValues) {
        value *= this.#kept[feature] as number;
        this.#kept[feature] = 0;
      }
      this.values[at] = value;
      squares += value * value;
    }
    return squares;
  }

  #grow(): void {
    const features = new Int32Array(this.count * 2);
    features.set(this.features);
    this.features = features;
    this.values = new Float64Array(this.count * 2);
  }

  /** Scores of the text read last by every plane. */
  score(scores: Float64Array): void {
    const { offsets, planes, cells, scales, biases } = this.#planes;
    scores.fill(0);
    for (let at = 0; at < this.count; at++) {
      const feature = this.features[at] as number;
      const value = this.values[at] as number;
      const end = offsets[feature + 1] as number;
      for (let cell = offsets[feature] as number; cell < end; cell++) {
        const plane = planes[cell] as number;
        scores[plane] = (scores[plane] as number) + value * (cells[cell] as number);
      }
    }
    for (let plane = 0; plane < scores.length; plane++)
      scores[plane] = (scores[plane] as number) * (scales[plane] as number) + (biases[plane] as number);
  }

  /**
   * Returns how much of the text read last a plane likes: `support`, the squared length of such features. `told` is what its words tell (by
   * `TellingWords`), `backed` the part in such n-grams of their letters, and `unknown` the part in words that no phrase has.
   */
  supportOf(plane: number): Support {
    const { offsets, planes, cells, codes } = this.#planes;
    const isLiked = this.#repeats;
    let support = 0;
    for (let at = 0; at < this.count; at++) {
      const feature = this.features[at] as number;
      const end = offsets[feature + 1] as number;
      for (let cell = offsets[feature] as number; cell < end; cell++) {
        if (planes[cell] !== plane) continue;
        if ((cells[cell] as number) > 0) {
          support += (this.values[at] as number) ** 2;
          isLiked[feature] = 1;
        }
        break;
      }
    }
    const { characterStarts, wordCount, wordSpans, entities } = this.scanner;
    let backed = 0;
    let told = 0;
    let unknown = 0;
    let knownWordCount = 0;
    for (let word = 0; word < wordCount; word++) {
      const tell = this.#telling.weigh(this.scanner, word);
      told += tell;
      const span = wordSpans[word] as number;
      if (span >= 0) {
        // a value is as known as its entity, whatever its words
        const entity = this.#index.find(entities[span] as number);
        if (entity >= 0) knownWordCount++;
        else unknown += tell;
        if (isLiked[entity] === 1) backed += tell;
        continue;
      }
      const from = characterStarts[word] as number;
      const to = characterStarts[word + 1] as number;
      let liked = 0;
      for (let at = from; at < to; at++) if (isLiked[this.#found[at] as number] === 1) liked++;
      const feature = this.#index.find(this.scanner.words[word] as number);
      if (feature >= 0 && (codes[feature] as number) >= 128) knownWordCount++;
      else {
        unknown += tell;
        // an everyday word is no slip of a word that a phrase has: "park" says nothing of a parcel
        if (tell < 1) continue;
      }
      backed += (tell * liked) / Math.max(1, to - from);
    }
    for (let at = 0; at < this.count; at++) isLiked[this.features[at] as number] = 0;
    return { support, backed, told, unknown, knownWordCount };
  }
}

/**
 * Returns the shares of weight that words, pairs and letters' n-grams of the text scanned last keep: those of values keep the share of
 * their entity.
 */
function keptShares(
  scanner: NgramScanner,
  ownShares: ReadonlyMap<number, number>,
): { words: Float32Array; pairs: Float32Array; characters: Float32Array } {
  const { wordCount, pairCount, characterCount, characterStarts, wordSpans, entities } = scanner;
  const words = new Float32Array(wordCount).fill(1);
  const pairs = new Float32Array(pairCount).fill(1);
  const characters = new Float32Array(characterCount).fill(1);
  for (let word = 0; word < wordCount; word++) {
    const span = wordSpans[word] as number;
    if (span < 0) continue;
    const share = ownShares.get(entities[span] as number) ?? 1;
    words[word] = share;
    for (const pair of [word, word + 1]) pairs[pair] = Math.min(pairs[pair] as number, share);
    characters.fill(share, characterStarts[word] as number, characterStarts[word + 1] as number);
  }
  return { words, pairs, characters };
}
