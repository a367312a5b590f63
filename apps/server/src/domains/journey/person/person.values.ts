import type { ValueMap } from '@parley/journey';
import { countryOfNumber } from '../../customer/door.ts';
import type { Person } from './person.repository.ts';

type Attribute = { slot: string; fieldName: string; attributeId: string };
type Place = { country: string; timeZone: string };

/** Fields and attributes of a customer as expressions name them, attributes by their ids too. @param place of the enterprise, where the customer's is not known */
export function personValues(person: Person | undefined, attributes: readonly Attribute[], place: Place): ValueMap {
  const values: ValueMap = {
    name: person?.name ?? '',
    phone: person?.number ?? '',
    email: person?.email ?? '',
    language: person?.profile.language ?? '',
    country: countryOfNumber(person?.number ?? '') || place.country,
    zone: person?.profile.timeZone || place.timeZone,
    groups: person?.groups ?? [],
    labels: person?.labels ?? [],
  };
  for (const { slot, fieldName, attributeId } of attributes) {
    const value = person?.data[slot] ?? null;
    values[fieldName] = value;
    values[attributeId] = value;
  }
  return values;
}
