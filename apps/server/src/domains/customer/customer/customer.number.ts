import { customerTexts, shortenedNumber } from '@parley/contract';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** `isUnnamed`: the message says nothing of a phone number's field, so a list of rows puts the field's label in front. */
export type ReadNumber = { number: string; message: ''; isUnnamed?: false } | { number: ''; message: string; isUnnamed: boolean };

const refused = (message: string, isUnnamed = false): ReadNumber => ({ number: '', message, isUnnamed });
const invalid = () => refused(customerTexts.numberInvalid, true);

export const toCountry = (country: string): CountryCode | undefined => {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
};

/**
 * A phone number as people write it, in E.164. What a spreadsheet has shortened or made too short is refused, never guessed.
 * @param country ISO 3166, for numbers without a country code; none: they are refused
 */
export function readNumber(given: string, country: CountryCode | undefined): ReadNumber {
  const text = given.trim();
  if (text === '') return refused('');
  if (shortenedNumber.test(text)) return refused(customerTexts.numberShortened);
  // 00 in front is how most of the world dials a country code.
  const international = text.startsWith('00') ? `+${text.slice(2)}` : text;
  const parsed = parsePhoneNumberFromString(international, country ? { defaultCountry: country, extract: false } : { extract: false });
  if (!parsed) return country || international.startsWith('+') ? invalid() : refused(customerTexts.numberCountry);
  return parsed.isValid() ? { number: parsed.number, message: '' } : invalid();
}
