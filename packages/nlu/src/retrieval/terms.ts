import { foldSound } from '../entity/sound.ts';
import { wordsOf } from '../text/tokens.ts';
import { stemWord } from './stem.ts';
import { stopWords } from './stop-words.ts';

/** A word of a question or passage: its stem, and how much it says. */
export type Term = { word: string; stem: string; isStop: boolean };

/** Words of a text with their stems; spellings of nasals and of ड़ are made one, Devanagari digits are written in ASCII. */
export function termsOf(text: string): Term[] {
  return wordsOf(text)
    .filter((word) => word !== '?')
    .map((word) => {
      const plain = word
        .replace(/\u093c/g, '')
        .replace(/ँ/g, 'ं')
        .replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
      return { word: plain, stem: foldSound(stemWord(plain)), isStop: stopWords.has(word) || stopWords.has(plain) };
    });
}

/** Character 4-grams of a word with marks at its ends; a short word is one gram. */
export function gramsOf(word: string): string[] {
  const marked = `^${word}$`;
  if (marked.length <= 4) return [marked];
  return Array.from({ length: marked.length - 3 }, (_, at) => marked.slice(at, at + 4));
}

/** 32 bits of a string (FNV-1a with a finishing mix), never 0. */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < term.length; at++) hash = Math.imul(hash ^ term.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0 || 1;
}
