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

/** Spreads a hash over 32 bits; 0 is left out since tables use it for "empty". */
function finish(hash: number): number {
  let mixed = hash ^ (hash >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  mixed ^= mixed >>> 16;
  return mixed === 0 ? 1 : mixed;
}

/** How many n-grams a text of the greatest length can have, with one blank before and after each word. */
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
  /** Where in `units` each word begins. */
  wordStarts = new Int32Array(64);
  /** `wordCount` + 1 pairs; the first has the sentence's start, the last its end; none when there is no word. */
  pairs = new Int32Array(65);
  pairCount = 0;
  characters = new Int32Array(512);
  characterCount = 0;
  /** Where in `characters` the n-grams of each word begin. */
  characterStarts = new Int32Array(65);

  constructor(minLength: number, maxLength: number) {
    this.minLength = minLength;
    this.maxLength = maxLength;
  }

  scan(text: string): void {
    if (!this.#readAscii(text)) this.#readUnicode(text);
    this.#hashWords();
    this.#hashCharacters();
  }

  /** The fast way, which most messages take; false when the text needs the rules of Unicode. */
  #readAscii(text: string): boolean {
    const units = this.units;
    const length = Math.min(text.length, maxReadLength);
    let end = 0;
    units[end++] = space;
    for (let at = 0; at < length; at++) {
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
    return end > 1;
  }

  #readUnicode(text: string): void {
    const read = text.slice(0, maxReadLength);
    let words = wordsOf(read);
    // ":-)" and "+1!" have no word, yet they are what somebody wrote
    if (words.length === 0) words = normalise(read).split(/\s+/u).filter(Boolean);
    const units = this.units;
    let end = 0;
    units[end++] = space;
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
      this.pairs[count] = finish(Math.imul(previous ^ pairSeed, hashPrime) + Math.imul(word, 0x9e3779b1));
      previous = word;
      count++;
      hash = wordSeed;
    }
    this.wordCount = count;
    this.pairCount = count === 0 ? 0 : count + 1;
    if (count > 0) this.pairs[count] = finish(Math.imul(previous ^ pairSeed, hashPrime) + Math.imul(sentenceEnd, 0x9e3779b1));
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

function enlarged(array: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(array);
  return larger;
}
