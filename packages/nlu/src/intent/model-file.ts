import { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NluError } from '../text/nlu-error.ts';
import { signalCount } from './calibration.ts';
import { type FeaturePlanes, readPlanes, writePlanes } from './feature-planes.ts';
import type { BlockShares } from './feature-rows.ts';

export type ModelType = 'svm' | 'semantic';
const modelTypes = ['svm', 'semantic'] as const satisfies readonly ModelType[];
const format = 'PNLI';
/** Version of the format; a model of another one is refused and has to be trained again. */
export const intentModelVersion = 4;

/** A trained engine as typed arrays; planes are numbered like `intents`, the background's plane is the last. */
export type IntentModelData = FeaturePlanes & {
  modelType: ModelType;
  /** Rounded to 32 bits. */
  shares: BlockShares;
  minLength: number;
  maxLength: number;
  intents: string[];
  threshold: number;
  coefficients: Float64Array;
  /** Weights of the encoder's numbers, plane by plane, in units of the plane's hidden scale; none for 'svm'. */
  hidden: Int8Array;
  hiddenScales: Float32Array;
  /** Checksum of the encoder that the model was trained with, 0 for 'svm': another encoder's numbers mean something else. */
  encoderMark: number;
  /** Phrases that the planes alone would get wrong: hash of the phrase, and its intent. */
  literalHashes: Int32Array;
  literalIntents: Uint16Array;
  /** Share of their own weight that the words of a value keep, in 255ths, by the hash of the entity. */
  ownShares: ReadonlyMap<number, number>;
};

export function writeModel(data: IntentModelData): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(modelTypes.indexOf(data.modelType));
  writer.real(data.shares.character);
  writer.real(data.shares.hidden);
  writer.byte(data.minLength);
  writer.byte(data.maxLength);
  writer.count(data.intents.length);
  for (const intent of data.intents) writer.text(intent);
  writer.real(data.threshold);
  for (const coefficient of data.coefficients) writer.real(coefficient);
  writePlanes(writer, data);
  writer.bytes(new Uint8Array(data.hidden.buffer, data.hidden.byteOffset, data.hidden.length));
  for (const scale of data.hiddenScales) writer.real(scale);
  writer.count(data.encoderMark);
  writer.count(data.literalHashes.length);
  for (let at = 0; at < data.literalHashes.length; at++) {
    writer.count((data.literalHashes[at] as number) >>> 0);
    writer.count(data.literalIntents[at] as number);
  }
  writer.count(data.ownShares.size);
  for (const [hash, share] of data.ownShares) {
    writer.count(hash >>> 0);
    writer.byte(share);
  }
  return writer.finish(format, intentModelVersion);
}

/** @throws NluError nlu.model_damaged or nlu.model_version */
export function readModel(bytes: Uint8Array): IntentModelData {
  const reader = new ByteReader(bytes, format, intentModelVersion);
  const modelType = modelTypes[reader.byte()];
  if (!modelType) throw new NluError('nlu.model_damaged', 'This model is of no known type.');
  const shares = { character: reader.real(), hidden: reader.real() };
  const minLength = reader.byte();
  const maxLength = reader.byte();
  const intents = Array.from({ length: reader.count() }, () => reader.text());
  const threshold = reader.real();
  const coefficients = Float64Array.from({ length: signalCount }, () => reader.real());
  const planes = readPlanes(reader);
  const hidden = new Int8Array(reader.bytes().buffer);
  const hiddenScales = Float32Array.from({ length: hidden.length > 0 ? planes.biases.length : 0 }, () => reader.real());
  const encoderMark = reader.count();
  const literalCount = reader.count();
  const literalHashes = new Int32Array(literalCount);
  const literalIntents = new Uint16Array(literalCount);
  for (let at = 0; at < literalCount; at++) {
    literalHashes[at] = reader.count() | 0;
    literalIntents[at] = reader.count();
  }
  const ownShares = new Map(Array.from({ length: reader.count() }, () => [reader.count() | 0, reader.byte()] as const));
  if (planes.biases.length !== intents.length + 1) throw new NluError('nlu.model_damaged', 'This model contradicts itself.');
  return {
    modelType,
    shares,
    minLength,
    maxLength,
    intents,
    threshold,
    coefficients,
    ...planes,
    hidden,
    hiddenScales,
    encoderMark,
    literalHashes,
    literalIntents,
    ownShares,
  };
}
