import { dateFormat } from '@parley/contract';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** A part of ECMA-402 that the compiler's library does not know yet. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined };

const byCountry = new Map<string, readonly string[]>();

/** The zones of a country, one for each clock that it has: those that show the same time now are one. */
function zonesOfCountry(country: string, now: Date): readonly string[] {
  const known = byCountry.get(country);
  if (known) return known;
  const clocks = new Map<string, string>();
  for (const timeZone of (new Intl.Locale(`und-${country}`) as WithZones).getTimeZones?.() ?? [])
    clocks.set(
      dateFormat('en', { timeZone, timeZoneName: 'longOffset' })
        .formatToParts(now)
        .find(({ type }) => type === 'timeZoneName')?.value ?? '',
      timeZone,
    );
  const zones = [...clocks.values()];
  byCountry.set(country, zones);
  return zones;
}

/**
 * Returns the time zones in which somebody may live, for quiet hours: the phone book's, else all zones of their number's country, since any
 * of them may be theirs.
 * @returns [] where neither is known
 */
export function zonesOf(address: string | null, own: string, now: Date): readonly string[] {
  if (own !== '') return [own];
  const country = address === null ? undefined : parsePhoneNumberFromString(address)?.country;
  return country ? zonesOfCountry(country, now) : [];
}
