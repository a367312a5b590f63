import { isUtf8 } from 'node:buffer';
import type { encodings } from '@parley/contract';

export type Encoding = (typeof encodings)[number];

const headBytes = 4096;

/** The mark in front that some programs write; it tells the encoding and is no part of the text. */
export function byteOrderMarkOf(head: Buffer): { encoding: Encoding; length: number } | undefined {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', length: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', length: 2 };
  return undefined;
}

/** UTF-16 without a mark: of western text every second byte is 0. */
function guessWide(head: Buffer): Encoding | undefined {
  const zeros = [0, 0];
  for (let index = 0; index < head.length; index += 1) if (head[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const half = head.length / 2;
  if (odd > half * 0.4 && even < half * 0.05) return 'utf-16le';
  return even > half * 0.4 && odd < half * 0.05 ? 'utf-16be' : undefined;
}

/** Bytes at the end that begin a character of UTF-8 whose rest comes with the next chunk. */
function unfinished(chunk: Buffer): number {
  for (let back = 1; back <= Math.min(3, chunk.length); back += 1) {
    const byte = chunk[chunk.length - back] as number;
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}

/** Looks at a text as it comes by, and says at its end which encoding it is in. Keeps nothing of it but its first bytes. */
export class TextInspector {
  #head: Buffer = Buffer.alloc(0);
  #rest: Buffer = Buffer.alloc(0);
  #isUtf8 = true;
  #hasNul = false;

  push(chunk: Buffer): void {
    if (this.#head.length < headBytes) this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
    if (!this.#hasNul) this.#hasNul = chunk.includes(0);
    if (!this.#isUtf8) return;
    const bytes = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    const open = unfinished(bytes);
    this.#isUtf8 = isUtf8(bytes.subarray(0, bytes.length - open));
    this.#rest = Buffer.from(bytes.subarray(bytes.length - open));
  }

  /** @returns undefined for what is no text */
  finish(): Encoding | undefined {
    const marked = byteOrderMarkOf(this.#head)?.encoding;
    if (marked && marked !== 'utf-8') return marked;
    if (this.#hasNul) return guessWide(this.#head);
    if (this.#isUtf8 && this.#rest.length === 0) return 'utf-8';
    return marked ? undefined : 'windows-1252';
  }
}

/** The text of another encoding as UTF-8, chunk by chunk. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield Buffer.from(text);
  }
  const last = decoder.decode();
  if (last !== '') yield Buffer.from(last);
}
