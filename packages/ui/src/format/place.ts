import { isTimeZone, localeOf, ownZone } from '@parley/contract';
import i18next from 'i18next';

/**
 * Place of the enterprise: screens write numbers, money and dates by its zone and its country, and in the language of the reader. The
 * browser's zone counts before anybody has signed in.
 */
let enterpriseZone = '';
let enterpriseCountry = '';

/** Chooses the zone every date is shown and read in; an unknown zone falls back to the browser's. */
export function setEnterpriseZone(zone: string | null | undefined): void {
  enterpriseZone = zone && isTimeZone(zone) ? zone : '';
}

export const getEnterpriseZone = (): string => enterpriseZone || ownZone();

/** Chooses how digits are grouped. @param country two letters, or nothing where the enterprise named none */
export function setEnterpriseCountry(country: string | null | undefined): void {
  enterpriseCountry = country ?? '';
}

export const getEnterpriseCountry = (): string => enterpriseCountry;

/** Locale by which numbers and days in words are written. */
export const getLocale = (): string => localeOf(i18next.language, enterpriseCountry);
