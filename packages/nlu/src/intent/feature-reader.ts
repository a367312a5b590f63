import type { NgramScanner } from '../text/ngram-scanner.ts';
import { readTellingWords, type TellingWords } from '../text/telling-words.ts';
import type { FeaturePlanes } from './feature-planes.ts';
import { type BlockShares, blockFactors, fromWeightCode, type HiddenEncoder, repeatWeight } from './feature-rows.ts';
import { SortedHashes } from './sorted-hashes.ts';

export type Support = { support: number; backed: number; told: number; unknown: number; knownWordCount: number };

/** Reads one text after the other into the features of a trained model. Arrays are reused: what `read` leaves is valid until the next. */
export class FeatureReader {
  readonly scanner: NgramScanner;
  readonly #planes: FeaturePlanes;
  readonly #index: SortedHashes;
  readonly #shares: BlockShares;
  readonly #encoder: HiddenEncoder | undefined;
  /** How often a feature stands in the text; all 0 between texts. */
  readonly #repeats: Uint8Array;
  readonly #telling: TellingWords;
  /** The feature of each character n-gram of the text, or -1. */
  #found = new Int32Array(1024);
  features = new Int32Array(1024);
  values = new Float64Array(1024);
  count = 0;
  /** Character n-grams of the text that the model does not know, as a share of all; 1 without any. */
  unknownCharacters = 1;
  /** What the weight of a feature is multiplied with, by its block. */
  wordFactor = 0;
  characterFactor = 0;
  /** The encoder's numbers, scaled like the values; none without an encoder. */
  readonly hidden: Float32Array;

  constructor(planes: FeaturePlanes, scanner: NgramScanner, shares: BlockShares, encoder?: HiddenEncoder) {
    this.scanner = scanner;
    this.#planes = planes;
    this.#index = new SortedHashes(planes.hashes);
    this.#shares = shares;
    this.#encoder = encoder;
    this.hidden = new Float32Array(encoder?.hiddenSize ?? 0);
    this.#repeats = new Uint8Array(planes.hashes.length);
    this.#telling = readTellingWords();
  }

  /** Number of the feature with this hash, or -1. */
  find(hash: number): number {
    return this.#index.find(hash);
  }

  read(text: string): void {
    const { scanner } = this;
    scanner.scan(text);
    this.count = 0;
    this.#take(scanner.words, scanner.wordCount);
    this.#take(scanner.pairs, scanner.pairCount);
    const wordEnd = this.count;
    const unknown = this.#take(scanner.characters, scanner.characterCount);
    const known = this.count - wordEnd;
    this.unknownCharacters = known + unknown === 0 ? 1 : unknown / (known + unknown);
    const factors = blockFactors(this.#weigh(0, wordEnd), this.#weigh(wordEnd, this.count), this.#encode(text), this.#shares);
    this.wordFactor = factors.word;
    this.characterFactor = factors.character;
    const { values, count } = this;
    for (let at = 0; at < count; at++) values[at] = (values[at] as number) * (at < wordEnd ? factors.word : factors.character);
    for (let unit = 0; unit < this.hidden.length; unit++) this.hidden[unit] = (this.hidden[unit] as number) * factors.hidden;
  }

  /** Fills `hidden`; gives its squared length. */
  #encode(text: string): number {
    if (!this.#encoder) return 0;
    this.#encoder.encode(text, this.hidden);
    return this.hidden.reduce((sum, value) => sum + value * value, 0);
  }

  /** Counts known features; gives how many were unknown. */
  #take(hashes: Int32Array, count: number): number {
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
    }
    return unknown;
  }

  /** Values before scaling, and the sum of their squares; forgets the repeats. */
  #weigh(from: number, to: number): number {
    const { codes } = this.#planes;
    let squares = 0;
    for (let at = from; at < to; at++) {
      const feature = this.features[at] as number;
      const value = repeatWeight(this.#repeats[feature] as number) * fromWeightCode((codes[feature] as number) & 127);
      this.#repeats[feature] = 0;
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
   * How much of the text read last a plane likes: `support`, the squared length of such features; and of what its words tell (`told`, by
   * `TellingWords`) how much is `backed` by such n-grams of their letters, and how much is `unknown`, in words that no phrase has.
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
    const { characterStarts, wordCount } = this.scanner;
    let backed = 0;
    let told = 0;
    let unknown = 0;
    let knownWordCount = 0;
    for (let word = 0; word < wordCount; word++) {
      const from = characterStarts[word] as number;
      const to = characterStarts[word + 1] as number;
      const tell = this.#telling.weigh(this.scanner, word);
      let liked = 0;
      for (let at = from; at < to; at++) if (isLiked[this.#found[at] as number] === 1) liked++;
      told += tell;
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
