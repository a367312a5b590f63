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

const leastDigits = 5;
const firstSign = 0xac00; // Hangul syllables: a thousand letters that no search has typed beside digits

/**
 * Digits as letters of a thousand, one for each three of them that stand together. The index knows text by threes, and three digits are the
 * same for a hundredth of all numbers; three of these letters stand for five digits, which hardly any two share.
 */
const signsOf = (digits: string): string =>
  Array.from({ length: digits.length - 2 }, (_, at) => String.fromCharCode(firstSign + Number(digits.slice(at, at + 3)))).join('');

const numbersIn = (text: string): string[] => text.match(/[0-9]{5,}/g) ?? [];

/** Builds the text that the search looks through; each word has a blank before it, so that the beginning of a word can be asked for. */
export function searchTextOf(...parts: readonly string[]): string {
  const text = ` ${fold(parts.filter(Boolean).join(' ')).replace(/\s+/g, ' ')}`.slice(0, longestSearchText);
  const numbers = numbersIn(text).map(signsOf).join(' ');
  return numbers === '' ? text : `${text} ${numbers}`;
}

const isNumber = (word: string) => /^\+?[0-9]+$/.test(word) && word.replace('+', '').length >= leastDigits;

const escaped = (word: string) => word.replace(/[\\%_]/g, (mark) => `\\${mark}`);

/** Digits with what stands between them in a number, and nothing else. */
const numberLike = /^[+0-9\s()./\-\u2010-\u2015]+$/;

/** The digits of a text that could be a phone number or part of one, without what is dialled in front of it; else nothing. */
export function digitsOf(text: string): string {
  if (!numberLike.test(text)) return '';
  const digits = text
    .replace(/\(0\)/g, '')
    .replace(/[^0-9]/g, '')
    .replace(/^0+/, '');
  return digits.length >= leastDigits ? digits : '';
}

/** The pattern that finds part of a number. @param digits five at least */
export const patternOfNumber = (digits: string): string => `%${signsOf(digits)}%`;

/**
 * Patterns that must all be found, one for each word. Three characters are found anywhere in a word; fewer only at its beginning, since the
 * index knows text by threes and a blank before the word makes them three.
 */
export const patternsOf = (search: string): string[] =>
  fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) =>
      isNumber(word) ? `%${signsOf(word.replace('+', ''))}%` : word.length < 3 ? `% ${escaped(word)}%` : `%${escaped(word)}%`,
    );

/**
 * Patterns that find every customer with the text in name, number or e-mail; others may be found as well. None: it has nothing that the
 * index knows.
 */
export const partPatternsOf = (text: string): string[] =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word.length >= 3)
    .slice(0, mostWords)
    .map((word) => (isNumber(word) ? patternOfNumber(word.replace('+', '')) : `%${escaped(word)}%`));
