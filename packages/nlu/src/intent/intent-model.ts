import { readBundledModel } from '../bundled.ts';
import { type Encoder, loadEncoder } from '../encoder/encoder.ts';
import { fileMark } from '../text/bytes.ts';
import { NgramScanner, type ValueSpan } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';
import { probabilityOf, shareOfTold, signalCount } from './calibration.ts';
import { soundSpans } from './example-values.ts';
import { FeatureReader } from './feature-reader.ts';
import { fromWeightCode } from './feature-rows.ts';
import { hashOfUnits } from './literal.ts';
import { type IntentModelData, type ModelType, readModel } from './model-file.ts';

export type IntentScore = { intent: string; confidence: number };

export type IntentPrediction = {
  intent: string;
  /** Probability that this intent is right: 0.8 is right in about 80 of 100 such texts. */
  confidence: number;
  /** True if the confidence reaches the model's default threshold; below it the text is better answered as not understood. */
  isInScope: boolean;
  /** Best first, at most 5; confidences add up to 1 at most. */
  ranking: IntentScore[];
};

export type WordWeight = { word: string; weight: number };

export type IntentModel = {
  readonly intents: readonly string[];
  readonly defaultThreshold: number;
  readonly modelType: ModelType;
  /** Length of the bytes that it was loaded from. */
  readonly sizeBytes: number;
  /**
   * Reads the first 2,000 characters.
   * @param values what entities were recognised in the text; it counts for entities that the training saw. Those that overlap an earlier
   *   one, are empty or lie outside the text are not read.
   */
  predict(text: string, values?: readonly ValueSpan[]): IntentPrediction;
  /**
   * The words of a text that speak for an intent (weight above 0) and against it (below 0), the strongest first, at most 10.
   * @throws NluError nlu.intent_unknown
   */
  explain(text: string, intent: string, values?: readonly ValueSpan[]): WordWeight[];
};

/** Confidence of a phrase that its author wrote in so many words; 1 would claim that authors never err. */
const literalConfidence = 0.99;
/** A text with less than this of its squared length in words and letters that speak for an intent is rejected, however small the bot. */
const leastSupport = 0.01;
/**
 * Most unknown n-grams in a text without known words. Misspelt words still share a third of their letters' n-grams with known ones; random
 * letters rarely do.
 */
const mostUnknownCharacters = 0.68;
const rankingLength = 5;
/** Rate at which confidence falls from the best intent to the next: of 1 to 12, 5 makes the right intent most likely on CLINC150 val. */
const rankingSharpness = 5;

/**
 * Makes a trained model ready to predict. The model keeps nothing of `bytes`.
 * @param options.encoder for a 'semantic' model that was trained with another encoder than the bundled one
 * @throws NluError nlu.model_damaged for bytes that are no such model, nlu.model_version for another version of the format
 *   or of the encoder
 */
export function loadIntentModel(bytes: Uint8Array, options: { encoder?: Uint8Array } = {}): IntentModel {
  return new LoadedIntentModel(readModel(bytes), bytes.length, options.encoder);
}

function findEncoder(data: IntentModelData, given?: Uint8Array): Encoder | undefined {
  if (data.modelType === 'svm') return undefined;
  const bytes = given ?? readBundledModel('encoder');
  if (fileMark(bytes) !== data.encoderMark)
    throw new NluError('nlu.model_version', 'This model was trained with another encoder. Train it again.');
  return loadEncoder(bytes);
}

export class LoadedIntentModel implements IntentModel {
  readonly intents: readonly string[];
  readonly defaultThreshold: number;
  readonly modelType: ModelType;
  readonly sizeBytes: number;
  readonly #data: IntentModelData;
  readonly #reader: FeatureReader;
  readonly #scores: Float64Array;
  readonly #signals = new Float64Array(signalCount);
  #hasKnownWord = false;

  constructor(data: IntentModelData, sizeBytes: number, encoder?: Uint8Array) {
    this.#data = data;
    this.intents = data.intents;
    this.defaultThreshold = data.threshold;
    this.modelType = data.modelType;
    this.sizeBytes = sizeBytes;
    const ownShares = new Map([...data.ownShares].map(([hash, share]) => [hash, share / 255]));
    const scanner = new NgramScanner(data.minLength, data.maxLength);
    this.#reader = new FeatureReader(data, scanner, data.shares, findEncoder(data, encoder), ownShares);
    this.#scores = new Float64Array(data.biases.length);
  }

  predict(text: string, values?: readonly ValueSpan[]): IntentPrediction {
    const best = this.#score(text, values);
    const literal = this.#literalIntent();
    if (literal >= 0) this.#scores[literal] = Math.max(this.#scores[literal] as number, (this.#scores[best] as number) + 1);
    let confidence = literal >= 0 ? literalConfidence : probabilityOf(this.#signals, 0, this.#data.coefficients);
    if (literal < 0 && this.#isNoise()) confidence = Math.min(confidence, this.defaultThreshold / 2);
    const ranking = this.#rank(confidence);
    const intent = (ranking[0] as IntentScore).intent;
    return { intent, confidence, isInScope: confidence >= this.defaultThreshold, ranking };
  }

  /** Returns the signals of a text as the calibration sees them, and the intent that scores best: for fitting the calibration's prior. */
  observe(text: string, values?: readonly ValueSpan[]): { signals: Float64Array; intent: string } {
    const best = this.#score(text, values);
    return { signals: this.#signals.slice(), intent: this.intents[best] as string };
  }

  explain(text: string, intent: string, values?: readonly ValueSpan[]): WordWeight[] {
    const plane = this.intents.indexOf(intent);
    if (plane < 0) throw new NluError('nlu.intent_unknown', `This model has no intent "${intent}".`);
    this.#score(text, values);
    const { scanner } = this.#reader;
    const totals = new Map<string, number>();
    for (let at = 0; at < scanner.wordCount; at++) {
      const from = scanner.wordStarts[at] as number;
      const word = String.fromCharCode(...scanner.units.subarray(from, scanner.units.indexOf(32, from)));
      const kept = this.#reader.keptOfWord(at);
      let weight = this.#weightIn(scanner.words[at] as number, plane, this.#reader.wordFactor);
      weight += this.#weightIn(scanner.pairs[at] as number, plane, this.#reader.wordFactor) / 2;
      weight += this.#weightIn(scanner.pairs[at + 1] as number, plane, this.#reader.wordFactor) / 2;
      for (let cell = scanner.characterStarts[at] as number; cell < (scanner.characterStarts[at + 1] as number); cell++)
        weight += this.#weightIn(scanner.characters[cell] as number, plane, this.#reader.characterFactor);
      totals.set(word, (totals.get(word) ?? 0) + weight * kept + this.#entityWeight(at, plane));
    }
    return [...totals]
      .map(([word, weight]) => ({ word, weight }))
      .sort((one, other) => Math.abs(other.weight) - Math.abs(one.weight))
      .slice(0, 10);
  }

  /** Returns the weight of a value's entity, shared by the value's words. */
  #entityWeight(word: number, plane: number): number {
    const { wordSpans, entities, wordCount } = this.#reader.scanner;
    const span = wordSpans[word] as number;
    if (span < 0) return 0;
    const words = wordSpans.subarray(0, wordCount).filter((one) => one === span).length;
    return this.#weightIn(entities[span] as number, plane, this.#reader.wordFactor) / words;
  }

  #weightIn(hash: number, plane: number, factor: number): number {
    const { codes, offsets, planes, cells, scales } = this.#data;
    const feature = this.#reader.find(hash);
    if (feature < 0) return 0;
    for (let cell = offsets[feature] as number; cell < (offsets[feature + 1] as number); cell++) {
      if (planes[cell] === plane)
        return (cells[cell] as number) * (scales[plane] as number) * fromWeightCode((codes[feature] as number) & 127) * factor;
    }
    return 0;
  }

  /** Fills scores and signals for a text; gives the number of the best intent. */
  #score(text: string, values?: readonly ValueSpan[]): number {
    const scores = this.#scores;
    this.#reader.read(text, values && soundSpans(text, values));
    this.#reader.score(scores);
    this.#addHidden();
    const background = scores.length - 1;
    let best = 0;
    for (let plane = 1; plane < background; plane++) if ((scores[plane] as number) > (scores[best] as number)) best = plane;
    let next = -1;
    for (let plane = 0; plane < background; plane++) if (plane !== best) next = Math.max(next, scores[plane] as number);
    this.#signals[0] = 1;
    this.#signals[1] = scores[best] as number;
    this.#signals[2] = (scores[best] as number) - next;
    const { support, backed, told, unknown, knownWordCount } = this.#reader.supportOf(best);
    this.#signals[3] = support;
    this.#signals[4] = shareOfTold(unknown, told);
    this.#signals[5] = scores[background] as number;
    this.#signals[6] = this.#reader.unknownCharacters;
    this.#signals[7] = shareOfTold(told - backed, told);
    this.#signals[8] = backed;
    this.#hasKnownWord = knownWordCount > 0;
    return best;
  }

  #addHidden(): void {
    const { hidden, hiddenScales } = this.#data;
    const units = this.#reader.hidden;
    for (let plane = 0; plane < hiddenScales.length; plane++) {
      const base = plane * units.length;
      let score = 0;
      for (let unit = 0; unit < units.length; unit++) score += (units[unit] as number) * (hidden[base + unit] as number);
      this.#scores[plane] = (this.#scores[plane] as number) + score * (hiddenScales[plane] as number);
    }
  }

  /** Tells whether the text is nothing that an intent could be read from, however small the bot and however sure its scores. */
  #isNoise(): boolean {
    const { units, unitCount } = this.#reader.scanner;
    // one letter, digit or question mark is an intent only where an author wrote just that
    const isOneSign = unitCount === 3 && (units[1] as number) < 0x250;
    const isStrange = !this.#hasKnownWord && (this.#signals[6] as number) > mostUnknownCharacters;
    return isOneSign || isStrange || (this.#signals[3] as number) < leastSupport;
  }

  #literalIntent(): number {
    const { literalHashes, literalIntents } = this.#data;
    if (literalHashes.length === 0) return -1;
    const at = literalHashes.indexOf(hashOfUnits(this.#reader.scanner.units, this.#reader.scanner.unitCount));
    return at < 0 ? -1 : (literalIntents[at] as number);
  }

  #rank(confidence: number): IntentScore[] {
    const scores = this.#scores;
    const intentCount = scores.length - 1;
    const order: number[] = [];
    for (let plane = 0; plane < intentCount; plane++) {
      let place = order.length;
      while (place > 0 && (scores[order[place - 1] as number] as number) < (scores[plane] as number)) place--;
      if (place >= rankingLength) continue;
      order.splice(place, 0, plane);
      if (order.length > rankingLength) order.pop();
    }
    const top = scores[order[0] as number] as number;
    const shares = order.map((plane) => Math.exp(rankingSharpness * ((scores[plane] as number) - top)));
    const others = shares.reduce((sum, share) => sum + share, -1);
    const factor = others === 0 ? 0 : Math.min(1, (1 - confidence) / (confidence * others));
    return order.map((plane, at) => ({
      intent: this.intents[plane] as string,
      confidence: at === 0 ? confidence : confidence * (shares[at] as number) * factor,
    }));
  }
}
