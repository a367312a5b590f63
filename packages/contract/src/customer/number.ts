/** Reads numbers alike wherever they are typed: form, search, filters and files. */

const devanagariZero = 0x966;
const plainlyWritten = /^[+0-9 -]*$/;

/**
 * A number with the signs that people, chats and spreadsheets put around it made plain: digits of other widths and of Devanagari, invisible
 * marks of direction, 'tel:' in front, a country code in brackets, and the '.0' of a number that a program took for a fraction. A text that is
 * no number comes back as such.
 */
export function tidyNumber(given: string): string {
  const text = given.trim();
  // Most rows of a file: nothing to do a million times.
  if (plainlyWritten.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\u0966-\u096f]/g, (digit) => String((digit.codePointAt(0) ?? devanagariZero) - devanagariZero))
    .replace(/^tel:/i, '')
    .replace(/^(\+?\d{7,15})\.0$/, '$1')
    .replace(/^\(\s*(\+|00)\s*([0-9]{1,3})\s*\)/, '+$2 ')
    .trim();
}

/** The same, with the country code behind a plus: 00 in front is how most of the world dials it. */
export function toDialled(given: string): string {
  const text = tidyNumber(given);
  return text.startsWith('00') ? `+${text.slice(2)}` : text;
}
