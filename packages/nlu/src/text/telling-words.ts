import { readBundledModel } from '../bundled.ts';
import { SortedHashes } from '../intent/sorted-hashes.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { NgramScanner } from './ngram-scanner.ts';
import { NluError } from './nlu-error.ts';

const format = 'PNLW';
const version = 1;
const questionMark = 63;

/** Common words by their hashes (ascending as unsigned numbers), and how telling each is, in 255ths. */
export type TellingData = { hashes: Int32Array; codes: Uint8Array };

/**
 * Weighs how much a word tells of a writer's wish, in general and not in one bot: "the" and "want" tell nothing, "open" a little, "pizza"
 * much. packages/nlu/scripts/weigh-words.ts makes the table; a word that is not in it is rare, and rare words tell most.
 */
export class TellingWords {
  readonly #index: SortedHashes;
  readonly #codes: Uint8Array;

  constructor({ hashes, codes }: TellingData) {
    this.#index = new SortedHashes(hashes);
    this.#codes = codes;
  }

  /**
   * @param at which word of the text that was scanned last
   * @returns 0 to 1
   */
  weigh(scanner: NgramScanner, at: number): number {
    const unit = scanner.units[scanner.wordStarts[at] as number] as number;
    if (unit === questionMark) return 0;
    if (unit >= 48 && unit <= 57) return digitWeight;
    const place = this.#index.find(scanner.words[at] as number);
    return place < 0 ? 1 : (this.#codes[place] as number) / 255;
  }
}

let bundled: TellingWords | undefined;

/** The table that comes with this package, read on the first call. */
export function readTellingWords(): TellingWords {
  bundled ??= loadTellingWords(readBundledModel('words'));
  return bundled;
}

/** Order numbers, dates and sums differ in every message: that one was never seen says little. */
const digitWeight = 0.3;

export function writeTellingWords({ hashes, codes }: TellingData): Uint8Array {
  const writer = new ByteWriter();
  writer.count(hashes.length);
  let previous = 0;
  for (const hash of hashes) {
    writer.count((hash >>> 0) - previous);
    previous = hash >>> 0;
  }
  writer.bytes(codes);
  return writer.finish(format, version);
}

/** @throws NluError nlu.model_damaged or nlu.model_version */
export function loadTellingWords(bytes: Uint8Array): TellingWords {
  const reader = new ByteReader(bytes, format, version);
  const hashes = new Int32Array(reader.count());
  let previous = 0;
  for (let at = 0; at < hashes.length; at++) {
    previous += reader.count();
    hashes[at] = previous | 0;
  }
  const codes = reader.bytes();
  if (codes.length !== hashes.length) throw new NluError('nlu.model_damaged', 'This table of words contradicts itself.');
  return new TellingWords({ hashes, codes });
}
