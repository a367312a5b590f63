import { nameFormat } from '@parley/contract';
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

export type Country = { code: string; name: string; dialCode: string };

/** Territories that have a dialling code and are no country of ISO 3166-1. */
const notIso: readonly string[] = ['AC', 'TA', 'XK'];

/** The countries of ISO 3166-1 that can be dialled, by their English names. */
export const countries: readonly Country[] = getCountries()
  .filter((code) => !notIso.includes(code))
  .map((code: CountryCode) => ({
    code,
    name: nameFormat('en', { type: 'region' }).of(code) ?? code,
    dialCode: `+${getCountryCallingCode(code)}`,
  }))
  .sort((one, other) => one.name.localeCompare(other.name, 'en'));
