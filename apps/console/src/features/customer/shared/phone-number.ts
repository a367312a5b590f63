import { shortenedNumber, toDialled } from '@parley/contract';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { formatCountry } from '../../../lib/format.ts';

export const defaultCountry = 'IN';

export type ReadNumber = { e164: string; national: string; international: string; country: string; isPossible: boolean };

/** A number as typed, with or without its country code, by the reading of searches and imports; nothing when it cannot be one. */
export function readNumber(typed: string, country: string): ReadNumber | undefined {
  const region = isSupportedCountry(country) ? country : undefined;
  const text = toDialled(typed);
  // A number shortened by a spreadsheet is not valid, though it has digits.
  if (shortenedNumber.test(text)) return undefined;
  const number = parsePhoneNumberFromString(text, { ...(region ? { defaultCountry: region } : {}), extract: false });
  if (!number) return undefined;
  return {
    e164: number.number,
    national: number.formatNational(),
    international: number.formatInternational(),
    country: number.country ?? '',
    isPossible: number.isPossible(),
  };
}

/** '+919876543210' → '+91 98765 43210'; what is no number, as a masked one, stays as it is. */
export function formatPhone(phoneNumber: string): string {
  return (phoneNumber.startsWith('+') && parsePhoneNumberFromString(phoneNumber)?.formatInternational()) || phoneNumber;
}

export type Country = { value: string; label: string };

/** Every country with its calling code, by name in the language. */
export function listCountries(language: string): Country[] {
  return getCountries()
    .map((code: CountryCode) => ({ value: code as string, label: `${formatCountry(code, language)} (+${getCountryCallingCode(code)})` }))
    .sort((a, b) => a.label.localeCompare(b.label, language));
}
