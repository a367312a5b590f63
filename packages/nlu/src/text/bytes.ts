import { NluError } from './nlu-error.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });
const headerLength = 12;

/** FNV-1a over bytes: finds damage, is no protection against intent. */
function checksumOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193);
  return hash >>> 0;
}

/** Writes a model file: little endian on every machine, four letters of format, a version, a checksum of what follows. */
export class ByteWriter {
  #bytes = new Uint8Array(4096);
  #view = new DataView(this.#bytes.buffer);
  #end = headerLength;

  #reserve(count: number): void {
    if (this.#end + count <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.#end + count, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.#end));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#end++] = value;
  }

  /** A whole number from 0 to 2^32 - 1, in as many groups of 7 bits as it needs. */
  count(value: number): void {
    this.#reserve(5);
    let rest = value;
    while (rest >= 128) {
      this.#bytes[this.#end++] = (rest % 128) | 128;
      rest = Math.floor(rest / 128);
    }
    this.#bytes[this.#end++] = rest;
  }

  real(value: number): void {
    this.#reserve(4);
    this.#view.setFloat32(this.#end, value, true);
    this.#end += 4;
  }

  text(value: string): void {
    this.bytes(encoder.encode(value));
  }

  bytes(value: Uint8Array): void {
    this.count(value.length);
    this.#reserve(value.length);
    this.#bytes.set(value, this.#end);
    this.#end += value.length;
  }

  /** The file; the writer is spent. */
  finish(format: string, version: number): Uint8Array {
    const file = this.#bytes.slice(0, this.#end);
    file.set(encoder.encode(format));
    const view = new DataView(file.buffer);
    view.setUint32(4, version, true);
    view.setUint32(8, checksumOf(file.subarray(headerLength)), true);
    return file;
  }
}

/** Reads what ByteWriter wrote. Every read beyond the end is a damaged file. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = headerLength;

  /** @throws NluError nlu.model_damaged for other bytes, nlu.model_version for a version that this code does not read */
  constructor(bytes: Uint8Array, format: string, version: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isFormat = bytes.length >= headerLength && [...format].every((letter, at) => bytes[at] === letter.charCodeAt(0));
    if (!isFormat) throw new NluError('nlu.model_damaged', 'These bytes are not a model of this kind.');
    const found = this.#view.getUint32(4, true);
    if (found !== version)
      throw new NluError('nlu.model_version', `This model has version ${found}; version ${version} is read. Train it again.`);
    if (this.#view.getUint32(8, true) !== checksumOf(bytes.subarray(headerLength)))
      throw new NluError('nlu.model_damaged', 'This model is damaged: its checksum does not fit.');
  }

  #advance(count: number): number {
    const from = this.#at;
    this.#at += count;
    if (this.#at > this.#bytes.length) throw new NluError('nlu.model_damaged', 'This model ends too early.');
    return from;
  }

  byte(): number {
    return this.#bytes[this.#advance(1)] as number;
  }

  count(): number {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.#bytes[this.#advance(1)] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
  }

  real(): number {
    return this.#view.getFloat32(this.#advance(4), true);
  }

  text(): string {
    return decoder.decode(this.#span());
  }

  /** A copy, so that a model never holds on to the file that it was read from. */
  bytes(): Uint8Array<ArrayBuffer> {
    // not slice(): a Buffer's would share memory with the whole file
    return new Uint8Array(this.#span());
  }

  #span(): Uint8Array {
    const length = this.count();
    const from = this.#advance(length);
    return this.#bytes.subarray(from, from + length);
  }
}

/** The checksum that a finished file carries. */
export const fileMark = (file: Uint8Array): number => new DataView(file.buffer, file.byteOffset, file.byteLength).getUint32(8, true);
