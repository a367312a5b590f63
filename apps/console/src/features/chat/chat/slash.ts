import type { FilledReply } from '@parley/contract';

/** A shortcut that is being typed. @property at its slash @property search the words behind it, up to the cursor */
export type Slash = { at: number; search: string };

/** Finds the shortcut at the cursor: a slash at the beginning of the text or after a space. */
export function findSlash(text: string, caret: number): Slash | undefined {
  const found = /(?:^|\s)\/([^\s/]*)$/u.exec(text.slice(0, caret));
  const search = found?.[1];
  return search === undefined ? undefined : { at: caret - search.length - 1, search };
}

/** A place that the writer has to fill. Nobody types these brackets, so a gap is told from words, in a kept draft too. */
const gapPattern = /⟦[^⟦⟧\n]*⟧/u;

export function findGap(text: string): { from: number; to: number } | undefined {
  const found = gapPattern.exec(text);
  return found ? { from: found.index, to: found.index + found[0].length } : undefined;
}

/** The words of a quick reply as they are laid into a field. @param sayGap what a variable is called */
export const writeFilled = ({ parts }: FilledReply, sayGap: (variable: string) => string): string =>
  parts.map(({ text, isGap }) => (isGap ? `⟦${sayGap(text)}⟧` : text)).join('');

/** Puts words in the place of a shortcut. @returns the text, and its selection: the first gap, or the end of the words */
export function insertFilled(text: string, { at, search }: Slash, words: string): { text: string; from: number; to: number } {
  const end = at + 1 + search.length;
  const gap = findGap(words);
  const next = text.slice(0, at) + words + text.slice(end);
  return gap ? { text: next, from: at + gap.from, to: at + gap.to } : { text: next, from: at + words.length, to: at + words.length };
}
