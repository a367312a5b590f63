import { ByteReader, ByteWriter } from '../text/bytes.ts';
import { NgramScanner } from '../text/ngram-scanner.ts';
import { NluError } from '../text/nlu-error.ts';

const format = 'PNLH';
const version = 1;

export type EncoderData = {
  hiddenSize: number;
  /** The table has 2^rowBits rows of `hiddenSize` numbers, in units of their column's scale. */
  rowBits: number;
  table: Int8Array;
  scales: Float32Array;
  biases: Float32Array;
};

/** What the encoder reads of a text: rows of its table, and how much of each. */
export class EncoderInput {
  readonly #scanner = new NgramScanner(3, 4);
  readonly #shift: number;
  rows = new Int32Array(1024);
  values = new Float32Array(1024);
  count = 0;

  constructor(rowBits: number) {
    this.#shift = 32 - rowBits;
  }

  read(text: string): void {
    const scanner = this.#scanner;
    scanner.scan(text);
    this.count = 0;
    this.#take(scanner.words, scanner.wordCount, 1);
    this.#take(scanner.pairs, scanner.pairCount, 0.5);
    this.#take(scanner.characters, scanner.characterCount, 0.7);
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
      this.rows[this.count] = (hashes[at] as number) >>> this.#shift;
      this.values[this.count++] = value;
    }
  }
}

/**
 * Turns a text into a point on a sphere, near to texts that mean alike: words and letters of the text are hashed to rows of a table that
 * packages/nlu/scripts/train-encoder.ts has learned; their sum is bent by tanh and brought to length 1.
 */
export class Encoder {
  readonly hiddenSize: number;
  readonly #data: EncoderData;
  readonly #input: EncoderInput;

  constructor(data: EncoderData) {
    this.#data = data;
    this.hiddenSize = data.hiddenSize;
    this.#input = new EncoderInput(data.rowBits);
  }

  /** Fills `hidden` with a vector of length 1, or with zeros when the text has no word. */
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
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let unit = 0; unit < hiddenSize; unit++) hidden[unit] = (hidden[unit] as number) * factor;
  }
}

export function writeEncoder(data: EncoderData): Uint8Array {
  const writer = new ByteWriter();
  writer.count(data.hiddenSize);
  writer.count(data.rowBits);
  for (const scale of data.scales) writer.real(scale);
  for (const bias of data.biases) writer.real(bias);
  writer.bytes(new Uint8Array(data.table.buffer, data.table.byteOffset, data.table.length));
  return writer.finish(format, version);
}

/** @throws NluError nlu.model_damaged or nlu.model_version */
export function loadEncoder(bytes: Uint8Array): Encoder {
  const reader = new ByteReader(bytes, format, version);
  const hiddenSize = reader.count();
  const rowBits = reader.count();
  const scales = Float32Array.from({ length: hiddenSize }, () => reader.real());
  const biases = Float32Array.from({ length: hiddenSize }, () => reader.real());
  const table = new Int8Array(reader.bytes().buffer);
  if (rowBits < 1 || rowBits > 20 || table.length !== hiddenSize * 2 ** rowBits)
    throw new NluError('nlu.model_damaged', 'This encoder contradicts itself.');
  return new Encoder({ hiddenSize, rowBits, table, scales, biases });
}
