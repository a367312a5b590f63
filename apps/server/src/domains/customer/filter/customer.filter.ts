import { type CustomerFilter, numberSpellings, tidyNumber } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { Attribute } from '../attribute/attribute.present.ts';
import { countryOf } from '../number/customer.country.ts';
import { readNumber } from '../number/customer.number.ts';
import { digitsOf, fold, patternOfNumber, patternsOf } from '../number/customer.text.ts';
import { accessSets } from '../set/set.service.ts';
import { type ReadConditions, readConditions } from './filter.conditions.ts';
import { joinNarrowings, type Narrowing } from './filter.narrow.ts';
import { accessFilter } from './filter.repository.ts';

/** A filter whose parts are all known to exist. `customers` is called `c` in the conditions. */
export type ReadyFilter = {
  /** The searches of which one must be found; all patterns of a search must be. None: nothing is searched for. */
  searches: string[][];
  /** Set for callers who may not see numbers: the search matches names alone, or it would reveal hidden numbers. */
  isNameOnly: boolean;
  groupIds: readonly string[];
  labelIds: readonly string[];
  conditions: RawBuilder<boolean>[];
  /** Candidates of the search; undefined: everybody. */
  narrowing: Narrowing | undefined;
};

const escaped = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);

/** @throws DomainError group.not_found, filter.not_found or filter.invalid */
export async function readFilter(
  tx: Read,
  enterpriseId: string,
  filter: CustomerFilter,
  attributes: readonly Attribute[],
  isNameOnly: boolean,
): Promise<ReadyFilter> {
  const sets = [
    ...(await accessSets(tx, enterpriseId, 'group', filter.groups)),
    ...(await accessSets(tx, enterpriseId, 'label', filter.tags)),
  ];
  const documents = [...(filter.filterId ? [(await accessFilter(tx, enterpriseId, filter.filterId)).conditions] : []), filter.conditions];
  const read: ReadConditions[] = [];
  for (const document of documents) {
    const one = await readConditions(tx, enterpriseId, document, attributes, isNameOnly);
    if (one) read.push(one);
  }
  const searches = isNameOnly ? [] : await searchesOf(tx, enterpriseId, filter.search);
  const among = (ids: readonly string[]): Narrowing | undefined =>
    ids.length === 0
      ? undefined
      : {
          by: 'sets',
          sets: sets.filter(({ setId }) => ids.includes(setId)).map(({ setId, customerCount }) => ({ setId, count: customerCount })),
        };
  return {
    searches,
    isNameOnly,
    groupIds: filter.groups,
    labelIds: filter.tags,
    conditions: [...(isNameOnly ? nameConditions(filter.search) : []), ...read.map(({ where }) => where)],
    narrowing: joinNarrowings('all', [
      ...read.map(({ narrowing }) => narrowing),
      joinNarrowings(
        'any',
        searches.map((patterns) => ({ by: 'text', patterns })),
      ),
      among(filter.groups),
      among(filter.tags),
    ]),
  };
}

/**
 * Patterns of the search text as words. Text that could be a phone number or part of one also matches in any spelling: without separators,
 * and as a number of the enterprise's country.
 */
async function searchesOf(tx: Read, enterpriseId: string, search: string): Promise<string[][]> {
  const words = patternsOf(search);
  if (words.length === 0) return [];
  const written = tidyNumber(search);
  const digits = digitsOf(written);
  if (digits === '') return [words];
  const { number } = readNumber(written, await countryOf(tx, enterpriseId, ''));
  const whole = [`+${digits}`, number].filter((one) => one.length > 1).flatMap(numberSpellings);
  const numbers = [digits, ...whole.map((one) => one.slice(1))].map((found) => [patternOfNumber(found)]);
  return [...new Map([words, ...numbers].map((patterns) => [JSON.stringify(patterns), patterns])).values()];
}

const nameConditions = (search: string): RawBuilder<boolean>[] =>
  fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 5)
    .map((word) => sql<boolean>`lower(c.name) like ${`%${escaped(word)}%`}`);

const isIn = (setIds: readonly string[]) => sql<boolean>`exists (select from customer_set_members m
  where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id and m.set_id = any(${setIds}::uuid[]))`;

/** All of the filter as one condition on `c`, for what goes through customers one after the other. */
export function conditionOf(enterpriseId: string, filter: ReadyFilter): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [sql`c.enterprise_id = ${enterpriseId}`, sql`c.deleted_at is null`, ...filter.conditions];
  const searches = filter.searches.map((patterns) =>
    sql.join(
      patterns.map((pattern) => sql`c.search_text like ${pattern}`),
      sql` and `,
    ),
  );
  if (searches.length > 0) parts.push(sql`(${sql.join(searches, sql` or `)})`);
  if (filter.groupIds.length > 0) parts.push(isIn(filter.groupIds));
  if (filter.labelIds.length > 0) parts.push(isIn(filter.labelIds));
  return sql.join(parts, sql` and `);
}
