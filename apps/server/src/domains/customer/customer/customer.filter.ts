import { type Condition, type ConsentChannel, type CustomerFilter, consentFields, type FaultWords, faultWords } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Attribute } from './attribute.present.ts';
import { countryOf } from './customer.country.ts';
import { readNumber, tidyNumber } from './customer.number.ts';
import { digitsOf, fold, patternOfNumber, patternsOf } from './customer.text.ts';
import { accessFilter } from './filter.repository.ts';
import { accessSets } from './set.service.ts';

/** A filter whose parts are all known to exist. `customers` is called `c` in the conditions. */
export type ReadyFilter = {
  /** The searches of which one must be found; all patterns of a search must be. None: nothing is searched for. */
  searches: string[][];
  /** For callers who may not see numbers: the search looks at names alone, or it would tell what it hides. */
  isNameOnly: boolean;
  groupIds: readonly string[];
  labelIds: readonly string[];
  conditions: RawBuilder<boolean>[];
};

type Value = { text: RawBuilder<string>; kind: 'text' | 'number' | 'instant' };

const profileFields = new Set(['whatsAppNumber', 'facebookId', 'instaId', 'twitterId', 'language', 'timeZone']);

/** One of `consentStates`. */
const consentState = (channel: ConsentChannel) => sql<string>`coalesce((select case when k.is_granted then 'granted' else 'refused' end
  from customer_consents k where k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id and k.channel = ${channel}), 'never_asked')`;

function fieldValue(field: string, attributes: readonly Attribute[]): Value | undefined {
  if (field === 'name') return { text: sql`c.name`, kind: 'text' };
  if (field === 'phoneNumber') return { text: sql`c.number`, kind: 'text' };
  if (field === 'emailId') return { text: sql`c.email`, kind: 'text' };
  if (field === 'createdAt') return { text: sql`c.created_at`, kind: 'instant' };
  if (profileFields.has(field)) return { text: sql`coalesce(c.profile ->> ${field}, '')`, kind: 'text' };
  const consent = consentFields.find(({ name }) => name === field);
  if (consent) return { text: consentState(consent.channel), kind: 'text' };
  const attribute = attributes.find(({ attributeId }) => attributeId === field);
  if (!attribute) return undefined;
  const isNumber = attribute.inputType === 'number' || attribute.inputType === 'decimal';
  return { text: sql`coalesce(c.data ->> ${attribute.slot}, '')`, kind: isNumber ? 'number' : 'text' };
}

const escaped = (text: string) => text.replace(/[\\%_]/g, (mark) => `\\${mark}`);
const faulty = (fault: FaultWords) => new DomainError('filter.invalid', fault.message, { errors: [{ field: 'conditions', ...fault }] });

const instantOf = (value: string): Date => {
  const at = new Date(value);
  const year = at.getUTCFullYear();
  if (Number.isNaN(at.getTime()) || year < 1900 || year > 9999) throw faulty(faultWords('filter.date', { value: value.slice(0, 40) }));
  return at;
};

/** A stored text as a number, or nothing when it is none: values may be older than their attribute's type. */
const asNumber = (text: RawBuilder<string>) =>
  sql<number>`case when ${text} ~ '^[+-]?[0-9]{1,100}([.][0-9]{1,100})?$' then (${text})::numeric end`;

function compareOrder(value: Value, operator: 'atLeast' | 'atMost', wanted: string): RawBuilder<boolean> {
  const sign = operator === 'atLeast' ? sql`>=` : sql`<=`;
  if (value.kind === 'instant') return sql`${value.text} ${sign} ${instantOf(wanted)}`;
  if (value.kind === 'text') return sql`${value.text} ${sign} ${wanted}`;
  if (!/^[+-]?\d{1,100}(\.\d{1,100})?$/.test(wanted)) throw faulty(faultWords('filter.number', { value: wanted.slice(0, 40) }));
  return sql`coalesce(${asNumber(value.text)} ${sign} ${wanted}::numeric, false)`;
}

/** @throws DomainError filter.invalid */
export function toConditions(conditions: readonly Condition[], attributes: readonly Attribute[]): RawBuilder<boolean>[] {
  return conditions.map(({ field, operator, value: wanted }) => {
    const value = fieldValue(field, attributes);
    if (!value) throw faulty(faultWords('filter.attribute'));
    if (operator === 'atLeast' || operator === 'atMost') return compareOrder(value, operator, wanted.trim());
    if (value.kind === 'instant') {
      if (operator !== 'is') throw faulty(faultWords('filter.operator'));
      return sql`(${value.text})::date = (${instantOf(wanted)}::timestamptz)::date`;
    }
    const text = sql`lower(${value.text})`;
    const folded = wanted.trim().toLowerCase();
    switch (operator) {
      case 'is':
        return sql`${text} = ${folded}`;
      case 'isNot':
        return sql`${text} <> ${folded}`;
      case 'contains':
        return sql`${text} like ${`%${escaped(folded)}%`}`;
      case 'startsWith':
        return sql`${text} like ${`${escaped(folded)}%`}`;
      case 'isEmpty':
        return sql`${value.text} = ''`;
      case 'isNotEmpty':
        return sql`${value.text} <> ''`;
    }
    return operator satisfies never;
  });
}

/** @throws DomainError group.not_found, filter.not_found or filter.invalid */
export async function readFilter(
  tx: Tx,
  enterpriseId: string,
  filter: CustomerFilter,
  attributes: readonly Attribute[],
  isNameOnly: boolean,
): Promise<ReadyFilter> {
  const saved = filter.filterId ? (await accessFilter(tx, enterpriseId, filter.filterId)).conditions : [];
  await accessSets(tx, enterpriseId, 'group', filter.groups);
  await accessSets(tx, enterpriseId, 'label', filter.tags);
  const hidden = new Set(['phoneNumber', 'whatsAppNumber', 'emailId']);
  const conditions = [...saved, ...filter.conditions];
  if (isNameOnly && conditions.some(({ field }) => hidden.has(field))) throw faulty(faultWords('filter.hidden'));
  return {
    searches: isNameOnly ? [] : await searchesOf(tx, enterpriseId, filter.search),
    isNameOnly,
    groupIds: filter.groups,
    labelIds: filter.tags,
    conditions: [...(isNameOnly ? nameConditions(filter.search) : []), ...toConditions(conditions, attributes)],
  };
}

/**
 * What is typed as words and, where it could be a phone number or part of one, as that number however it is written: without what stands
 * between its digits, and as one of the enterprise's country.
 */
async function searchesOf(tx: Tx, enterpriseId: string, search: string): Promise<string[][]> {
  const words = patternsOf(search);
  if (words.length === 0) return [];
  const written = tidyNumber(search);
  const digits = digitsOf(written);
  if (digits === '') return [words];
  const { number } = readNumber(written, await countryOf(tx, enterpriseId, ''));
  const numbers = [digits, number.replace('+', '')].filter(Boolean).map((found) => [patternOfNumber(found)]);
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

/** Several searches are each read up to the end of the page, which is the first of what they find together. */
function pageOfSearch(searches: readonly string[][], setId: string | undefined, { from, limit }: { from: number; limit: number }) {
  const find = (patterns: readonly string[], atMost: number, skipped: number) =>
    sql<{
      customerId: string;
    }>`select customer_id from search_customers(${patterns}::text[], ${atMost}, ${skipped}, ${setId ?? null}::uuid)`;
  const [first = [], ...others] = searches;
  if (others.length === 0) return find(first, limit, from);
  return sql<{ customerId: string }>`select customer_id from (${sql.join(
    searches.map((patterns) => find(patterns, from + limit, 0)),
    sql` union `,
  )}) found order by customer_id desc limit ${limit} offset ${from}`;
}

/**
 * The ids of a page, newest first, each kind of filter by the road that does not grow with the phone book: the search by its index, a group
 * by its members' key, everything else by walking the customers' key.
 */
export function pageOfIds(
  enterpriseId: string,
  filter: ReadyFilter,
  page: { from: number; limit: number },
): RawBuilder<{ customerId: string }> {
  const sets = [...filter.groupIds, ...filter.labelIds];
  const [only] = sets;
  if (filter.conditions.length === 0 && sets.length <= 1) {
    if (filter.searches.length > 0) return pageOfSearch(filter.searches, only, page);
    if (only)
      return sql`select m.customer_id from customer_set_members m where m.enterprise_id = ${enterpriseId} and m.set_id = ${only}
        order by m.customer_id desc limit ${page.limit} offset ${page.from}`;
  }
  return sql`select c.customer_id from customers c where ${conditionOf(enterpriseId, filter)}
    order by c.customer_id desc limit ${page.limit} offset ${page.from}`;
}
