import { fieldError, numberSpellings, type WalkFilter } from '@parley/contract';
import type { RawBuilder } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { countryOf, type Reading, readingOf, readNumber } from '../../customer/door.ts';
import { conditionsOf, customersBeginning, nobody } from './filter.repository.ts';

const startingWith = (words: string): string => `${words.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * The customers whose number or address begins so, found by index. Users who may not read whole addresses cannot search by one: the answer
 * would tell whose it is.
 * @param most null: all of them
 * @throws DomainError filter.invalid
 */
async function customersOf(
  tx: Read,
  enterpriseId: string,
  given: string,
  eyes: Reading,
  most: number | null,
): Promise<RawBuilder<unknown>> {
  const isAddress = /[^\d\s()+-]/.test(given);
  if (isAddress ? !eyes.seesEmails : !eyes.seesNumbers) {
    const fault = fieldError('search', 'filter.hidden');
    throw new DomainError('filter.invalid', fault.message, { errors: [fault] });
  }
  const digits = given.replace(/[\s()+-]/g, '');
  if (!isAddress && digits === '') return nobody;
  const whole = isAddress ? '' : readNumber(given, await countryOf(tx, enterpriseId, '')).number;
  const spellings = whole === '' ? [] : numberSpellings(whole);
  const beginnings = (isAddress ? [given] : [digits, `+${digits}`, ...spellings.flatMap((one) => [one, one.slice(1)])]).map(startingWith);
  return customersBeginning(enterpriseId, beginnings, most);
}

/**
 * Builds the conditions of a filter on walks, which are called `i`.
 * @param mostCustomers most customers that a search may match; null: all of them
 * @throws DomainError filter.invalid
 */
export async function walkConditions(
  { enterpriseId, actor }: Pick<Ctx, 'enterpriseId' | 'actor'>,
  tx: Read,
  filter: WalkFilter,
  mostCustomers: number | null,
): Promise<RawBuilder<unknown>[]> {
  const given = filter.search.trim();
  const customers = given === '' ? undefined : await customersOf(tx, enterpriseId, given, readingOf(actor), mostCustomers);
  return conditionsOf(enterpriseId, filter, customers);
}
