import { alignText, toOriginalSpan } from '../entity/aligned-text.ts';
import { hashTerm } from '../retrieval/terms.ts';

/** A word of a message with what features are made of; offsets are those of the message. */
export type SlotToken = { start: number; end: number; word: string; hash: number; shape: number };

const tokenPattern = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?|\d+|\S/gu;
/** More words than a message of a chat has; what follows is not read. */
export const mostTokens = 500;

export function readSlotTokens(text: string): SlotToken[] {
  const aligned = alignText(text);
  const tokens: SlotToken[] = [];
  for (const { 0: word, index } of aligned.text.matchAll(tokenPattern)) {
    if (tokens.length === mostTokens) break;
    const { start, end, text: written } = toOriginalSpan(aligned, index, index + word.length);
    tokens.push({ start, end, word, hash: hashTerm(word), shape: hashTerm(shapeOf(written)) });
  }
  return tokens;
}

/** "Pre" is Xx, "2017" is dddd, "R&B" is X: how a word looks, at most four of its kinds. */
function shapeOf(written: string): string {
  return written
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{Ll}/gu, 'x')
    .replace(/\p{Lo}/gu, 'o')
    .replace(/\p{M}/gu, '')
    .replace(/\p{N}/gu, 'd')
    .replace(/([Xxo])\1+/g, '$1$1')
    .slice(0, 4);
}
