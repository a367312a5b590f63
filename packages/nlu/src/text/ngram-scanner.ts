import { normalise, wordsOf } from './tokens.ts';

/** Characters of a text that are read; what follows is ignored, so that time and memory of one text are bounded. */
export const maxReadLength = 2_000;

const space = 32;
const questionMark = 63;
/** Lower-case code of each ASCII letter and digit, the question mark as itself, 0 for what separates words. */
const asciiClass = Uint8Array.from({ length: 128 }, (_, code) => {
  const isWord = (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  if (code === questionMark) return code;
  if (!isWord) return 0;
  return code >= 65 && code <= 90 ? code + 32 : code;
});

const hashPrime = 0x01000193;
const wordSeed = 0x811c9dc5 | 0;
const pairSeed = 0x2f0b4c47;
const characterSeed = 0x5bd1e995;
const sentenceStart = 0x3c6ef372;
const sentenceEnd = 0x1b873593;
const entitySeed = 0x27d4eb2f;

/** Words of a text that are a value of an entity: UTF-16 offsets, end exclusive. Those of one text lie in order and do not overlap. */
export type ValueSpan = { entity: string; start: number; end: number };

/** The hash that stands for an entity wherever one of its values stands. */
export function hashOfEntity(entity: string): number {
  let hash = entitySeed;
  for (let at = 0; at < entity.length; at++) hash = Math.imul(hash ^ entity.charCodeAt(at), hashPrime);
  return finish(hash);
}

const noSpans: readonly ValueSpan[] = [];

const hashPair = (one: number, other: number): number => finish(Math.imul(one ^ pairSeed, hashPrime) + Math.imul(other, 0x9e3779b1));

/** Spreads a hash over 32 bits; 0 is left out since tables use it for "empty". */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return mixed === 0 ? 1 : mixed;
}

/** Greatest number of n-grams in a text of the greatest length, with one blank before and after each word. */
const maxUnits = maxReadLength * 4 + 2;

/**
 * Reads a text into hashes of its word 1-grams, word 2-grams (with marks for the sentence's ends) and of the character n-grams inside
 * ` word `. One scanner reuses its arrays from text to text: read its results before the next `scan`.
 * Hashes are signed 32-bit integers, never 0.
 */
export class NgramScanner {
  readonly minLength: number;
  readonly maxLength: number;
  /** Code units of the text as read: words between single blanks, one blank before and after. */
  readonly units = new Uint16Array(maxUnits);
  unitCount = 0;
  words = new Int32Array(64);
  wordCount = 0;
  /** Start of each word in `units`. */
  wordStarts = new Int32Array(64);
  /** `wordCount` + 1 pairs; the first has the sentence's start, the last its end; none when there is no word. */
  pairs = new Int32Array(65);
  pairCount = 0;
  characters = new Int32Array(512);
  characterCount = 0;
  /** Start of each word's n-grams in `characters`. */
  characterStarts = new Int32Array(65);
  /** Number of the span that each word belongs to, or -1. */
  wordSpans = new Int32Array(64);
  /** Hashes of the entities whose values stand in the text, by the number of the span; 0 for a span without a word. */
  entities = new Int32Array(0);
  /** Word 2-grams in which an entity stands for its value: "order two ⟨dish⟩". Pairs of words without a value are in `pairs` alone. */
  entityPairs: number[] = [];

  constructor(minLength: number, maxLength: number) {
    this.minLength = minLength;
    this.maxLength = maxLength;
  }

  /** @param spans values in the text; a word that a span cuts belongs to it as a whole */
  scan(text: string, spans: readonly ValueSpan[] = noSpans): void {
    const read = text.length > maxReadLength ? text.slice(0, maxReadLength) : text;
    this.units[0] = space;
    this.unitCount = 1;
    if (spans.length === 0) this.#read(read, 0, read.length);
    else this.#readSpans(read, spans);
    // ":-)" and "+1!" have no word, yet they are what somebody wrote
    if (this.unitCount === 1) this.#write(normalise(read).split(/\s+/u).filter(Boolean));
    this.#hashWords();
    this.#hashCharacters();
    this.#markSpans(spans);
  }

  #read(text: string, from: number, to: number): void {
    if (!this.#readAscii(text, from, to)) this.#write(wordsOf(text.slice(from, to)));
  }

  /** Start and end of each span's words in `units`. */
  #spanUnits = new Int32Array(0);

  #readSpans(text: string, spans: readonly ValueSpan[]): void {
    if (this.#spanUnits.length < spans.length * 2) this.#spanUnits = new Int32Array(spans.length * 2);
    let last = 0;
    for (const [number, span] of spans.entries()) {
      const start = Math.max(last, wordStart(text, span.start));
      const end = Math.max(start, wordEnd(text, span.end));
      this.#read(text, last, start);
      this.#spanUnits[number * 2] = this.unitCount;
      this.#read(text, start, end);
      this.#spanUnits[number * 2 + 1] = this.unitCount;
      last = end;
    }
    this.#read(text, last, text.length);
  }

  /** The fast way, which most messages take; false when the text needs the rules of Unicode. */
  #readAscii(text: string, from: number, to: number): boolean {
    const units = this.units;
    let end = this.unitCount;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code >= 128) return false;
      const unit = asciiClass[code] as number;
      if (unit !== 0 && unit !== questionMark) units[end++] = unit;
      else {
        if (units[end - 1] !== space) units[end++] = space;
        if (unit === questionMark) {
          units[end++] = unit;
          units[end++] = space;
        }
      }
    }
    if (units[end - 1] !== space) units[end++] = space;
    this.unitCount = end;
    return true;
  }

  #write(words: readonly string[]): void {
    const units = this.units;
    let end = this.unitCount;
    for (const word of words) {
      // compatibility forms may be longer than what was written
      if (end + word.length + 1 > maxUnits) break;
      for (let at = 0; at < word.length; at++) units[end++] = word.charCodeAt(at);
      units[end++] = space;
    }
    this.unitCount = end;
  }

  #hashWords(): void {
    const units = this.units;
    const unitCount = this.unitCount;
    let count = 0;
    let hash = wordSeed;
    let previous = sentenceStart;
    for (let at = 1; at < unitCount; at++) {
      const unit = units[at] as number;
      if (unit !== space) {
        if (units[at - 1] === space) {
          if (count === this.words.length) this.#growWords();
          this.wordStarts[count] = at;
        }
        hash = Math.imul(hash ^ unit, hashPrime);
        continue;
      }
      const word = finish(hash);
      this.words[count] = word;
      this.pairs[count] = hashPair(previous, word);
      previous = word;
      count++;
      hash = wordSeed;
    }
    this.wordCount = count;
    this.pairCount = count === 0 ? 0 : count + 1;
    if (count > 0) this.pairs[count] = hashPair(previous, sentenceEnd);
  }

  #markSpans(spans: readonly ValueSpan[]): void {
    if (this.wordSpans.length < this.words.length) this.wordSpans = new Int32Array(this.words.length);
    this.wordSpans.fill(-1, 0, this.wordCount);
    if (spans.length === 0 && this.entities.length === 0) return;
    this.entities = new Int32Array(spans.length);
    this.entityPairs = [];
    let span = 0;
    for (let word = 0; word < this.wordCount; word++) {
      const at = this.wordStarts[word] as number;
      while (span < spans.length && at >= (this.#spanUnits[span * 2 + 1] as number)) span++;
      if (span === spans.length) break;
      if (at < (this.#spanUnits[span * 2] as number)) continue;
      this.wordSpans[word] = span;
      this.entities[span] = hashOfEntity((spans[span] as ValueSpan).entity);
    }
    this.#pairEntities();
  }

  #pairEntities(): void {
    let previous = sentenceStart;
    let isValue = false;
    let last = -1;
    for (let word = 0; word < this.wordCount; word++) {
      const span = this.wordSpans[word] as number;
      if (span >= 0 && span === last) continue;
      const next = span < 0 ? (this.words[word] as number) : (this.entities[span] as number);
      if (isValue || span >= 0) this.entityPairs.push(hashPair(previous, next));
      previous = next;
      isValue = span >= 0;
      last = span;
    }
    if (isValue) this.entityPairs.push(hashPair(previous, sentenceEnd));
  }

  #growWords(): void {
    const size = this.words.length * 2;
    this.words = enlarged(this.words, size);
    this.wordStarts = enlarged(this.wordStarts, size);
    this.pairs = enlarged(this.pairs, size + 1);
    this.characterStarts = enlarged(this.characterStarts, size + 1);
  }

  #hashCharacters(): void {
    const units = this.units;
    const { minLength, maxLength } = this;
    let count = 0;
    for (let word = 0; word < this.wordCount; word++) {
      this.characterStarts[word] = count;
      const first = (this.wordStarts[word] as number) - 1;
      let end = first + 1;
      while (units[end] !== space) end++;
      const needed = count + (end - first + 1) * maxLength;
      if (needed > this.characters.length) this.characters = enlarged(this.characters, needed * 2);
      const characters = this.characters;
      for (let from = first; from <= end - minLength + 1; from++) {
        const until = Math.min(end + 1, from + maxLength);
        let hash = characterSeed;
        for (let at = from; at < until; at++) {
          hash = Math.imul(hash ^ (units[at] as number), hashPrime);
          if (at - from + 1 >= minLength) characters[count++] = finish(hash + at - from);
        }
      }
    }
    this.characterStarts[this.wordCount] = count;
    this.characterCount = count;
  }
}

const wordUnit = /[\p{L}\p{M}\p{N}]/u;
const pair = /^[\ud800-\udbff][\udc00-\udfff]$/;

/** Tells whether a place lies inside a word, or between the halves of one character. */
function isInside(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  return (wordUnit.test(text[at - 1] ?? '') && wordUnit.test(text[at] ?? '')) || pair.test(text.slice(at - 1, at + 1));
}

/** Returns the start of the word that continues at a place; the place itself when none does. */
function wordStart(text: string, place: number): number {
  let at = Math.min(place, text.length);
  while (isInside(text, at)) at--;
  return at;
}

function wordEnd(text: string, place: number): number {
  let at = Math.min(place, text.length);
  while (isInside(text, at)) at++;
  return at;
}

function enlarged(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}
