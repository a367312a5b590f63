import { canonicalNumber, shortenedNumber, toDialled } from '@parley/contract';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';

export type NumberFault = 'invalid' | 'no_country' | 'shortened' | 'several';
/** A number in E.164, or what is wrong with what was given; neither when nothing was. */
export type ReadNumber = { number: string; fault?: undefined } | { number: ''; fault: NumberFault };

/** Signs and words that people put between two numbers; some stand within numbers too, so that each part needs the digits of one. */
const between = /[/;|&,\n]|\bor\b/i;
const isSeveral = (text: string) => text.split(between).filter((part) => part.replace(/[^0-9]/g, '').length >= 7).length > 1;

const refused = (fault: NumberFault): ReadNumber => ({ number: '', fault });

export const toCountry = (country: string): CountryCode | undefined => {
  const code = country.toUpperCase();
  return isSupportedCountry(code) ? code : undefined;
};

/**
 * A phone number as people write it, in E.164. A number that a spreadsheet has shortened or made too short is refused, never guessed.
 * @param country ISO 3166, for numbers without a country code; none: they are refused
 */
export function readNumber(given: string, country: CountryCode | undefined): ReadNumber {
  const text = toDialled(given);
  if (text === '') return { number: '' };
  if (shortenedNumber.test(text)) return refused('shortened');
  const parsed = parsePhoneNumberFromString(text, country ? { defaultCountry: country, extract: false } : { extract: false });
  if (!parsed?.isValid() && isSeveral(text)) return refused('several');
  if (!parsed) return country || text.startsWith('+') ? refused('invalid') : refused('no_country');
  if (parsed.isValid()) return { number: parsed.number };
  // A spelling that the numbering plan has ended is kept as today's: +52 1 55 … as +52 55 …
  const canonical = parsePhoneNumberFromString(canonicalNumber(parsed.number));
  return canonical?.isValid() ? { number: canonical.number } : refused('invalid');
}

const countriesOfCode = Map.groupBy(getCountries(), (country) => getCountryCallingCode(country) as string);
const longestCode = 3;

/** The country of a number in E.164 by its longest dialling prefix. Where several countries share one, the number itself says which. '': none */
export function countryOfNumber(number: string): string {
  if (!number.startsWith('+')) return '';
  for (let length = longestCode; length > 0; length -= 1) {
    const countries = countriesOfCode.get(number.slice(1, 1 + length));
    if (countries?.length === 1) return countries[0] as string;
    if (countries) return parsePhoneNumberFromString(number)?.country ?? '';
  }
  return '';
}
