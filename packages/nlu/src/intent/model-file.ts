import { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NluError } from '../text/nlu-error.ts';
import { signalCount } from './calibration.ts';

export type ModelType = 'svm' | 'semantic';
const modelTypes = ['svm', 'semantic'] as const satisfies readonly ModelType[];
const format = 'PNLI';
const version = 1;

/** A trained engine as typed arrays; planes are numbered like `intents`, the background's plane is the last. */
export type IntentModelData = {
  modelType: ModelType;
  minLength: number;
  maxLength: number;
  intents: string[];
  threshold: number;
  coefficients: Float64Array;
  /** Squared weight of a word that was never seen. */
  unknownWeight: number;
  scales: Float32Array;
  biases: Float32Array;
  /** Ascending as unsigned numbers. */
  hashes: Int32Array;
  /** Seven bits of weight; the highest bit marks a word that one of the intents uses. */
  codes: Uint8Array;
  /** Cells of feature f are [offsets[f], offsets[f + 1]): which plane, and its weight in units of that plane's scale. */
  offsets: Uint32Array;
  planes: Uint8Array | Uint16Array;
  cells: Int8Array;
  /** Weights of the encoder's hidden layer, plane by plane; none for 'svm'. */
  hidden: Int8Array;
  /** Phrases that the planes alone would get wrong: hash of the phrase, and its intent. */
  literalHashes: Int32Array;
  literalIntents: Uint16Array;
};

export function writeModel(data: IntentModelData): Uint8Array {
  const writer = new ByteWriter();
  writer.byte(modelTypes.indexOf(data.modelType));
  writer.byte(data.minLength);
  writer.byte(data.maxLength);
  writer.count(data.intents.length);
  for (const intent of data.intents) writer.text(intent);
  writer.real(data.threshold);
  writer.real(data.unknownWeight);
  for (const coefficient of data.coefficients) writer.real(coefficient);
  for (const scale of data.scales) writer.real(scale);
  for (const bias of data.biases) writer.real(bias);
  writer.count(data.hashes.length);
  let previous = 0;
  for (const hash of data.hashes) {
    writer.count((hash >>> 0) - previous);
    previous = hash >>> 0;
  }
  writer.bytes(data.codes);
  for (let feature = 0; feature < data.codes.length; feature++)
    writer.count((data.offsets[feature + 1] as number) - (data.offsets[feature] as number));
  writer.bytes(lowBytes(data.planes));
  writer.bytes(data.planes instanceof Uint16Array ? highBytes(data.planes) : new Uint8Array());
  writer.bytes(new Uint8Array(data.cells.buffer, data.cells.byteOffset, data.cells.length));
  writer.bytes(new Uint8Array(data.hidden.buffer, data.hidden.byteOffset, data.hidden.length));
  writer.count(data.literalHashes.length);
  for (let at = 0; at < data.literalHashes.length; at++) {
    writer.count((data.literalHashes[at] as number) >>> 0);
    writer.count(data.literalIntents[at] as number);
  }
  return writer.finish(format, version);
}

/** @throws NluError nlu.model_damaged or nlu.model_version */
export function readModel(bytes: Uint8Array): IntentModelData {
  const reader = new ByteReader(bytes, format, version);
  const modelType = modelTypes[reader.byte()];
  if (!modelType) throw new NluError('nlu.model_damaged', 'This model is of no known type.');
  const minLength = reader.byte();
  const maxLength = reader.byte();
  const intents = Array.from({ length: reader.count() }, () => reader.text());
  const threshold = reader.real();
  const unknownWeight = reader.real();
  const coefficients = Float64Array.from({ length: signalCount }, () => reader.real());
  const scales = Float32Array.from({ length: intents.length + 1 }, () => reader.real());
  const biases = Float32Array.from({ length: intents.length + 1 }, () => reader.real());
  const featureCount = reader.count();
  const hashes = new Int32Array(featureCount);
  let previous = 0;
  for (let feature = 0; feature < featureCount; feature++) {
    previous += reader.count();
    hashes[feature] = previous | 0;
  }
  const codes = reader.bytes();
  const offsets = new Uint32Array(featureCount + 1);
  for (let feature = 0; feature < featureCount; feature++) offsets[feature + 1] = (offsets[feature] as number) + reader.count();
  const low = reader.bytes();
  const high = reader.bytes();
  const planes = high.length > 0 ? Uint16Array.from(low, (byte, at) => byte + (high[at] as number) * 256) : low;
  const cells = new Int8Array(reader.bytes().buffer);
  const hidden = new Int8Array(reader.bytes().buffer);
  const literalCount = reader.count();
  const literalHashes = new Int32Array(literalCount);
  const literalIntents = new Uint16Array(literalCount);
  for (let at = 0; at < literalCount; at++) {
    literalHashes[at] = reader.count() | 0;
    literalIntents[at] = reader.count();
  }
  if (codes.length !== featureCount || cells.length !== offsets[featureCount] || planes.length !== cells.length)
    throw new NluError('nlu.model_damaged', 'This model contradicts itself.');
  return {
    modelType,
    minLength,
    maxLength,
    intents,
    threshold,
    coefficients,
    unknownWeight,
    scales,
    biases,
    hashes,
    codes,
    offsets,
    planes,
    cells,
    hidden,
    literalHashes,
    literalIntents,
  };
}

function lowBytes(planes: Uint8Array | Uint16Array): Uint8Array {
  return planes instanceof Uint8Array ? planes : Uint8Array.from(planes, (plane) => plane & 255);
}

const highBytes = (planes: Uint16Array): Uint8Array => Uint8Array.from(planes, (plane) => plane >> 8);
