import { readBundledModel } from '../bundled.ts';
import { loadEncoder } from '../encoder/encoder.ts';
import { fileMark } from '../text/bytes.ts';
import { hashOfEntity, NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';
import { listBackgroundLines } from './background.ts';
import { type Calibration, calibrationPrior, fitCalibration, opennessOf } from './calibration.ts';
import type { Recogniser } from './example-values.ts';
import { arrangeExamples, type Example, type KeyedExample, keyOf } from './examples.ts';
import {
  appendHidden,
  type BlockShares,
  buildFeatureRows,
  characterRange,
  intentFeatures,
  intentShares,
  toWeightCode,
} from './feature-rows.ts';
import { observeFolds } from './folds.ts';
import { gatherValues } from './gather-values.ts';
import { loadIntentModel } from './intent-model.ts';
import { LinearSvm, type SupportRows } from './linear-svm.ts';
import { hashOfText } from './literal.ts';
import { type IntentModelData, type ModelType, writeModel } from './model-file.ts';
import { HiddenCollector, PlaneCollector } from './plane-collector.ts';
import type { TrainingSet } from './training-set.ts';

export type TrainingOptions = {
  /** 'semantic' adds what the bundled encoder knows of words to what the phrases show; better for bots with few phrases. */
  modelType?: ModelType;
  /**
   * Finds the values of the bot's entities, as it will be done for what is predicted. What it finds in a phrase stands for its entity beside
   * what the author marked; of two that overlap, the mark counts.
   */
  recognise?: Recogniser;
  /** Called with 0 to 1 between steps. */
  onProgress?: (ratio: number) => void;
  /** Encoder for 'semantic' instead of the bundled one. */
  encoder?: Uint8Array;
};

/** Did well, among the pairs tried (costs 0.5 to 4, weights 1 to 20), on all of CLINC150 full and few-shot, HINT3, Hinglish-TOP. */
const svmOptions = { cost: 1, ownWeight: 4, range: 0.3, maxPasses: 40 };
/** Folds start from the planes of all rows, and their scores only serve to calibrate. */
const foldOptions = { ...svmOptions, range: 0.6, maxPasses: 10 };
/** Names of intents are numbered in two bytes. */
const maxIntents = 65_000;

/**
 * Learns the intents of a bot from phrases. Deterministic, and independent of the order of the examples: the same examples give the same
 * bytes. Phrases that stand in two intents are learned for neither (see `checkTrainingData`). Reads the first 2,000 characters of a phrase.
 * Takes about 3 s of one core for 15,000 phrases of 150 intents, 30 s for 100,000; run it in a worker thread.
 * @returns a model file for `loadIntentModel`
 * @throws NluError nlu.no_examples, nlu.example_invalid, nlu.no_trainable_examples, nlu.too_many_intents
 */
export function trainIntentModel(examples: readonly Example[], options: TrainingOptions = {}): Uint8Array {
  const report = options.onProgress ?? (() => undefined);
  const arranged = arrangeExamples(examples);
  const intents = [...new Set(arranged.map(({ intent }) => intent))];
  if (intents.length > maxIntents)
    throw new NluError('nlu.too_many_intents', `A bot can have ${maxIntents} intents, not ${intents.length}.`);
  report(0);
  const scanner = new NgramScanner(characterRange(arranged.length).minLength, characterRange(arranged.length).maxLength);
  const keys = new Set(arranged.map(({ key }) => key));
  const background = listBackgroundLines().filter((line) => !keys.has(keyOf(line, scanner)));
  const texts = [...arranged.map(({ text }) => text), ...background];
  const encoder = options.modelType === 'semantic' ? (options.encoder ?? readBundledModel('encoder')) : undefined;
  const values = gatherValues(arranged, background, options.recognise);
  const { rows: sparse, space } = buildFeatureRows(texts, scanner, intentFeatures(arranged.length, intents.length), values);
  const rows = encoder ? appendHidden(sparse, texts, loadEncoder(encoder), intentShares(arranged.length)) : sparse;
  const numbers = new Map(intents.map((intent, number) => [intent, number]));
  const classes = new Int32Array(texts.length).fill(intents.length);
  for (const [row, { intent }] of arranged.entries()) classes[row] = numbers.get(intent) as number;
  const set: TrainingSet = { intents, rows, space, classes, phraseCount: arranged.length };
  report(0.05);

  const planes = trainPlanes(set, (ratio) => report(0.05 + ratio * 0.55));
  const observed = observeFolds(set, planes.support, foldOptions, (ratio) => report(0.6 + ratio * 0.35));
  const calibration = fitCalibration(observed, calibrationPrior(arranged.length, intents.length, opennessOf(observed)));
  const data = assembleModel(set, planes, calibration, scanner, values.ownShares, encoder);
  settleModel(data, arranged, planes.doubtful, options.recognise, encoder);
  const bytes = writeModel(data);
  report(1);
  return bytes;
}

type TrainedPlanes = { collector: PlaneCollector; hidden: HiddenCollector; support: SupportRows[]; doubtful: Uint8Array };

function trainPlanes(set: TrainingSet, report: (ratio: number) => void): TrainedPlanes {
  const { rows, classes, intents, phraseCount } = set;
  const svm = new LinearSvm(rows, svmOptions);
  const everyRow = Uint32Array.from({ length: rows.rowCount }, (_, row) => row);
  const collector = new PlaneCollector(rows.featureCount - rows.hiddenSize, intents.length + 1);
  const hidden = new HiddenCollector(rows.hiddenSize, intents.length + 1);
  const support: SupportRows[] = [];
  const doubtful = new Uint8Array(phraseCount);
  for (let plane = 0; plane <= intents.length; plane++) {
    svm.train(everyRow, classes, plane);
    collector.add(svm.plane, svm.bias);
    hidden.add(svm.plane.subarray(rows.featureCount - rows.hiddenSize));
    const held = svm.support(everyRow);
    support.push(held);
    markDoubtful(held, classes, plane, doubtful);
    report((plane + 1) / (intents.length + 1));
  }
  return { collector, hidden, support, doubtful };
}

/**
 * Marks the rows that a plane may get wrong. They are known without scoring: with squared hinge loss a row's strength is 2 * cost * its
 * distance from the margin.
 */
function markDoubtful(held: SupportRows, classes: Int32Array, plane: number, doubtful: Uint8Array): void {
  const { cost, ownWeight } = svmOptions;
  for (let at = 0; at < held.rows.length; at++) {
    const row = held.rows[at] as number;
    if (row >= doubtful.length) continue;
    const distance = (held.strengths[at] as number) / (2 * cost * (classes[row] === plane ? ownWeight : 1));
    if (distance > (classes[row] === plane ? 0.4 : 0.6)) doubtful[row] = 1;
  }
}

function assembleModel(
  set: TrainingSet,
  { collector, hidden }: TrainedPlanes,
  calibration: Calibration,
  scanner: NgramScanner,
  ownShares: ReadonlyMap<string, number>,
  encoder: Uint8Array | undefined,
): IntentModelData {
  const { space, phraseCount } = set;
  const order = orderByHash(space.hashes);
  const isUsed = markWords(set, phraseCount);
  return {
    modelType: encoder ? 'semantic' : 'svm',
    shares: roundShares(intentShares(phraseCount)),
    minLength: scanner.minLength,
    maxLength: scanner.maxLength,
    intents: set.intents,
    threshold: calibration.threshold,
    coefficients: calibration.coefficients,
    ...collector.toFeatureMajor(order),
    hashes: Int32Array.from(order, (feature) => space.hashes[feature] as number),
    codes: Uint8Array.from(order, (feature) => toWeightCode(space.weights[feature] as number) + (isUsed[feature] === 1 ? 128 : 0)),
    hidden: hidden.cells,
    hiddenScales: hidden.scales,
    encoderMark: encoder ? fileMark(encoder) : 0,
    literalHashes: new Int32Array(),
    literalIntents: new Uint16Array(),
    ownShares: new Map(
      [...ownShares]
        .map(([entity, share]) => [hashOfEntity(entity), Math.round(share * 255)] as const)
        .sort(([one], [other]) => one - other),
    ),
  };
}

/** Numbers of the hashes, by the hashes as unsigned numbers; sorted as plain numbers, which is ten times as fast as by a comparison. */
function orderByHash(hashes: Int32Array): Uint32Array {
  // 32 bits of hash and 21 of number are what a double holds exactly
  const numberLimit = 2 ** 21;
  if (hashes.length > numberLimit)
    return Uint32Array.from(hashes.keys()).sort((one, other) => ((hashes[one] as number) >>> 0) - ((hashes[other] as number) >>> 0));
  const keys = Float64Array.from(hashes, (hash, number) => (hash >>> 0) * numberLimit + number).sort();
  return Uint32Array.from(keys, (key) => key % numberLimit);
}

/** Rounds as the model file does, so that a check before writing sees the values that will be read. */
const roundShares = ({ character, hidden }: BlockShares): BlockShares => ({
  character: Math.fround(character),
  hidden: Math.fround(hidden),
});

/** Marks the single words that the first `rowCount` rows use. */
function markWords(set: TrainingSet, rowCount: number): Uint8Array {
  const { rows, space } = set;
  const isUsed = new Uint8Array(rows.featureCount);
  for (let row = 0; row < rowCount; row++) {
    for (let cell = rows.starts[row] as number; cell < (rows.wordEnds[row] as number); cell++) {
      const feature = rows.features[cell] as number;
      isUsed[feature] = space.isWord[feature] as number;
    }
  }
  return isUsed;
}

/** A text of which nothing is known must stay this far below the threshold. */
const nothingMargin = 1.2;

/**
 * Looks at the model as it will predict: raises a threshold that would let a text through of which nothing is known, and keeps by name
 * the phrases that the planes would not give back to their intent, since what an author wrote is that author's word.
 */
function settleModel(
  data: IntentModelData,
  arranged: readonly KeyedExample[],
  doubtful: Uint8Array,
  recognise: Recogniser | undefined,
  encoder: Uint8Array | undefined,
): void {
  const model = loadIntentModel(writeModel(data), encoder && { encoder });
  const scanner = new NgramScanner(data.minLength, data.maxLength);
  data.threshold = Math.fround(Math.max(data.threshold, Math.min(0.9, model.predict('').confidence * nothingMargin)));
  const hashes: number[] = [];
  const intents: number[] = [];
  for (const [row, { text, intent, key }] of arranged.entries()) {
    // one letter or digit is never believed unless it is kept by name
    if (doubtful[row] === 0 && key.length > 1) continue;
    const prediction = model.predict(text, recognise?.(text));
    if (prediction.intent === intent && prediction.confidence >= data.threshold) continue;
    hashes.push(hashOfText(text, scanner));
    intents.push(data.intents.indexOf(intent));
  }
  data.literalHashes = Int32Array.from(hashes);
  data.literalIntents = Uint16Array.from(intents);
}
