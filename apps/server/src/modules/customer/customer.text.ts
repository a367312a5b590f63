const longestSearchText = 2000;
const mostWords = 5;

/** Lower case without accents; signs of scripts that are written with combining characters stay. */
export function fold(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is all of ASCII, which needs no folding
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
}

/** What the search looks through; each word has a blank before it, so that the beginning of a word can be asked for. */
export const searchTextOf = (...parts: readonly string[]): string =>
  ` ${fold(parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ')}`.slice(0, longestSearchText);

const escaped = (word: string) => word.replace(/[\\%_]/g, (mark) => `\\${mark}`);

/**
 * Patterns that must all be found, one for each word. Three characters are found anywhere in a word; fewer only at its beginning, since the
 * index knows text by threes and a blank before the word makes them three.
 */
export const patternsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => (word.length < 3 ? `% ${escaped(word)}%` : `%${escaped(word)}%`));
