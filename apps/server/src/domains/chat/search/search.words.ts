import { fold } from '../../customer/door.ts';

/** Words of one message that the search knows; a message has 4,096 characters. */
const mostWords = 1000;
const longestWord = 100;
/** Words that a question may have; more narrow nothing. */
const mostAsked = 6;

const wordPattern = /[\p{L}\p{M}\p{N}]+/gu;
const wordsIn = (text: string): string[] => text.match(wordPattern) ?? [];
/** A word that is cut within a pair of code units ends in a mark instead of half of it, which the database would refuse. */
const folded = (text: string): string[] => wordsIn(fold(text)).map((word) => word.slice(0, longestWord).toWellFormed());

/** Each word of a text once, as the search keeps it. */
export const searchWords = (text: string): string[] => [...new Set(folded(text))].slice(0, mostWords);

/** Words of a question; the last one may be the beginning of a word. */
export const askedWords = (question: string): string[] => folded(question).slice(0, mostAsked);

/**
 * The question in the language of the index. Words are letters, marks and digits alone, so nothing in them is a sign of that language.
 * @returns undefined for a question without words
 */
export function toQuery(words: readonly string[]): string | undefined {
  if (words.length === 0) return undefined;
  return words.map((word, place) => (place === words.length - 1 ? `'${word}':*` : `'${word}'`)).join(' & ');
}

/** Part of a text, and the places in it of the words that were asked for. */
export type Passage = { text: string; marks: [from: number, to: number][] };

const before = 40;
const longestPassage = 180;

/** Cuts the part of a message round the first word that was asked for. */
export function passageOf(message: string, words: readonly string[]): Passage {
  const isAsked = (word: string) => {
    const parts = folded(word);
    return parts.some((part) => words.some((asked, place) => (place === words.length - 1 ? part.startsWith(asked) : part === asked)));
  };
  const found = [...message.matchAll(wordPattern)].filter(([word]) => isAsked(word));
  const first = found[0]?.index ?? 0;
  const space = message.slice(Math.max(0, first - before)).search(/\s/);
  const start = first <= before ? 0 : space < 0 ? first : first - before + space + 1;
  const from = Math.min(start, first);
  const cut = message.slice(from, from + longestPassage).toWellFormed();
  const lead = from > 0 ? '… ' : '';
  const text = `${lead}${cut}${from + longestPassage < message.length ? ' …' : ''}`;
  const marks = found.flatMap(({ 0: word, index }): [number, number][] => {
    const at = index - from;
    return at >= 0 && at + word.length <= cut.length ? [[at + lead.length, at + lead.length + word.length]] : [];
  });
  return { text, marks };
}
