/** Folds and words of quick replies, by which they are found. */

const longestWord = 60;
const mostWords = 400;
const mostSearched = 5;

/** Lower case without accents; signs of scripts that are written with combining characters stay. */
export const foldKey = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .normalize('NFC');

const splitWords = (text: string): string[] =>
  [...new Set(foldKey(text).match(/[\p{L}\p{M}\p{N}]+/gu))].map((word) => word.slice(0, longestWord));

/** The words of a reply, those of its shortcut first; without its variables. */
export const wordsOf = (shortcut: string, ...texts: string[]): string[] =>
  [...new Set(splitWords([shortcut, ...texts].join(' ').replace(/\{\{[^}]*\}\}/g, ' ')))].slice(0, mostWords);

/** @property prefix beginning of a shortcut; '' where the search can be none @property words each of them begins a word */
export type ReplySearch = { prefix: string; words: string[] };

export function readSearch(search: string): ReplySearch | undefined {
  const wanted = search.trim().replace(/^\//, '');
  if (wanted === '') return undefined;
  return { prefix: /\s/.test(wanted) ? '' : foldKey(wanted), words: splitWords(wanted).slice(0, mostSearched) };
}

/** The first key behind all that begin so. */
export const behind = (prefix: string): string => `${prefix}\u{10FFFF}`;
