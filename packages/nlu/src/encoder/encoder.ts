import { SortedHashes } from '../intent/sorted-hashes.ts';
import { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';

const format = 'PNLH';
const version = 1;

export type EncoderData = {
  hiddenSize: number;
  /** Hashes of the features that the encoder knows, ascending as unsigned numbers; one row of the table each. */
  hashes: Int32Array;
  /** Rows of `hiddenSize` numbers, in units of their column's scale. */
  table: Int8Array;
  scales: Float32Array;
  biases: Float32Array;
};

export const encoderCharacterRange = { minLength: 3, maxLength: 4 };

/** Input of the encoder for a text: rows of its table, and the weight of each. */
export class EncoderInput {
  readonly #scanner = new NgramScanner(encoderCharacterRange.minLength, encoderCharacterRange.maxLength);
  readonly #index: SortedHashes;
  rows = new Int32Array(1024);
  values = new Float32Array(1024);
  count = 0;
  /** Share of the text's words and letters that the encoder knows, 0 to 1: it should not speak loudly of a language it has never read. */
  knownShare = 0;

  /** @param hashes ascending as unsigned numbers */
  constructor(hashes: Int32Array) {
    this.#index = new SortedHashes(hashes);
  }

  read(text: string): void {
    const scanner = this.#scanner;
    scanner.scan(text);
    this.count = 0;
    this.#take(scanner.pairs, scanner.pairCount, 0.5);
    const knownPairs = this.count;
    this.#take(scanner.words, scanner.wordCount, 1);
    this.#take(scanner.characters, scanner.characterCount, 0.7);
    this.knownShare = (this.count - knownPairs) / Math.max(1, scanner.wordCount + scanner.characterCount);
  }

  #take(hashes: Int32Array, count: number, share: number): void {
    if (this.count + count > this.rows.length) {
      const size = (this.count + count) * 2;
      const rows = new Int32Array(size);
      const values = new Float32Array(size);
      rows.set(this.rows);
      values.set(this.values);
      this.rows = rows;
      this.values = values;
    }
    const value = share / Math.sqrt(Math.max(1, count));
    for (let at = 0; at < count; at++) {
      const row = this.#index.find(hashes[at] as number);
      if (row < 0) continue;
      this.rows[this.count] = row;
      this.values[this.count++] = value;
    }
  }
}

/**
 * Turns a text into a point on a sphere, near to texts that mean alike: words and letters of the text are looked up in a table that
 * packages/nlu/scripts/train-encoder.ts has learned; their sum is bent by tanh, brought to length 1, and shortened by what is unknown.
 */
export class Encoder {
  readonly hiddenSize: number;
  readonly #data: EncoderData;
  readonly #input: EncoderInput;

  constructor(data: EncoderData) {
    this.#data = data;
    this.hiddenSize = data.hiddenSize;
    this.#input = new EncoderInput(data.hashes);
  }

  /** Fills `hidden` with a vector whose length is the root of the share that is known; zeros when nothing is. */
  encode(text: string, hidden: Float32Array): void {
    const { table, scales, biases, hiddenSize } = this.#data;
    const input = this.#input;
    input.read(text);
    hidden.fill(0);
    if (input.count === 0) return;
    for (let at = 0; at < input.count; at++) {
      const base = (input.rows[at] as number) * hiddenSize;
      const value = input.values[at] as number;
      for (let unit = 0; unit < hiddenSize; unit++) hidden[unit] = (hidden[unit] as number) + value * (table[base + unit] as number);
    }
    let squares = 0;
    for (let unit = 0; unit < hiddenSize; unit++) {
      const bent = Math.tanh((hidden[unit] as number) * (scales[unit] as number) + (biases[unit] as number));
      hidden[unit] = bent;
      squares += bent * bent;
    }
    const factor = squares > 0 ? Math.sqrt(input.knownShare / squares) : 0;
    for (let unit = 0; unit < hiddenSize; unit++) hidden[unit] = (hidden[unit] as number) * factor;
  }
}

export function writeEncoder(data: EncoderData): Uint8Array {
  const writer = new ByteWriter();
  writer.count(data.hiddenSize);
  writer.count(data.hashes.length);
  let previous = 0;
  for (const hash of data.hashes) {
    writer.count((hash >>> 0) - previous);
    previous = hash >>> 0;
  }
  for (const scale of data.scales) writer.real(scale);
  for (const bias of data.biases) writer.real(bias);
  writer.bytes(new Uint8Array(data.table.buffer, data.table.byteOffset, data.table.length));
  return writer.finish(format, version);
}

/** @throws NluError nlu.model_damaged or nlu.model_version */
export function loadEncoder(bytes: Uint8Array): Encoder {
  const reader = new ByteReader(bytes, format, version);
  const hiddenSize = reader.count();
  const hashes = new Int32Array(reader.count());
  let previous = 0;
  for (let row = 0; row < hashes.length; row++) {
    previous += reader.count();
    hashes[row] = previous | 0;
  }
  const scales = Float32Array.from({ length: hiddenSize }, () => reader.real());
  const biases = Float32Array.from({ length: hiddenSize }, () => reader.real());
  const table = new Int8Array(reader.bytes().buffer);
  if (table.length !== hiddenSize * hashes.length) throw new NluError('nlu.model_damaged', 'This encoder contradicts itself.');
  return new Encoder({ hiddenSize, hashes, table, scales, biases });
}
