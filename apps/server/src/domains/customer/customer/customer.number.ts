import { shortenedNumber } from '@parley/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

export type NumberFault = 'invalid' | 'no_country' | 'shortened';
/** A number in E.164, or what is wrong with what was given; neither when nothing was. */
export type ReadNumber = { number: string; fault?: undefined } | { number: ''; fault: NumberFault };

const refused = (fault: NumberFault): ReadNumber => ({ number: '', fault });

export const toCountry = (country: string): CountryCode | undefined => {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
};

const devanagariZero = 0x966;
const plainlyWritten = /^[+0-9 -]*$/;

/**
 * A number with the signs that people, chats and spreadsheets put around it made plain: digits of other widths and of Devanagari, invisible
 * marks of direction, 'tel:' in front, and a country code in brackets. A text that is no number comes back as such.
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
    .replace(/^\(\s*(\+|00)\s*([0-9]{1,3})\s*\)/, '+$2 ')
    .trim();
}

/**
 * A phone number as people write it, in E.164. What a spreadsheet has shortened or made too short is refused, never guessed.
 * @param country ISO 3166, for numbers without a country code; none: they are refused
 */
export function readNumber(given: string, country: CountryCode | undefined): ReadNumber {
  const text = tidyNumber(given);
  if (text === '') return { number: '' };
  if (shortenedNumber.test(text)) return refused('shortened');
  // 00 in front is how most of the world dials a country code.
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  const parsed = parsePhoneNumberFromString(international, country ? { defaultCountry: country, extract: false } : { extract: false });
  if (!parsed) return country || international.startsWith('+') ? refused('invalid') : refused('no_country');
  return parsed.isValid() ? { number: parsed.number } : refused('invalid');
}
