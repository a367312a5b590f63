import type { Read } from '#platform/db/database.ts';
import { readCountry } from '../../account/door.ts';
import { toCountry } from './customer.number.ts';

/** The country that numbers without a country code are read with: the one given, else the enterprise's. */
export async function countryOf(tx: Read, enterpriseId: string, given: string) {
  return toCountry(given !== '' ? given : await readCountry(tx, enterpriseId));
}
