import { type Audience, channelTypes, numberSpellings } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { addressSql } from '../../customer/door.sql.ts';
import { hasDoubles } from '../../customer/door.ts';
import type { PeopleQuery } from '../../messaging/door.sql.ts';
import { type AskedAudience, setsOf } from './audience.ask.ts';
import type { OwnColumns } from './audience.lacks.ts';
import { isOfResult, resultFile, withResult } from './result.repository.ts';

/** Matches people whom iterations have reached, by their first runs or their fallbacks, by the addresses at which they were reached. */
const reachedBy = (enterpriseId: string, activityIds: readonly string[]): RawBuilder<boolean> =>
  sql`m.enterprise_id = ${enterpriseId} and ${isOfResult('reached')} and m.resource_id = any(array(
    select i from unnest(${activityIds}::uuid[]) i union all select a.fallback_run_id from activities a
    where a.enterprise_id = ${enterpriseId} and a.activity_id = any(${activityIds}::uuid[]) and a.fallback_run_id is not null))`;

/** A customer's addresses, on customers called `c`: who was reached by SMS is not written to by WhatsApp either. */
const ownAddresses = [sql`c.number`, sql`c.profile->>'whatsAppNumber'`, sql`c.email`];

/** Customers whom the exclusions leave out, each once, for counting. */
function excludedIds(enterpriseId: string, exclude: Audience['exclude']): RawBuilder<unknown> | undefined {
  const sets = setsOf(exclude);
  const reached = reachedBy(enterpriseId, exclude.activityIds);
  const parts = [
    ...(sets.length > 0
      ? [sql`select customer_id from customer_set_members where enterprise_id = ${enterpriseId} and set_id = any(${sets}::uuid[])`]
      : []),
    ...(exclude.activityIds.length > 0
      ? [
          sql`select m.customer_id from messages m where ${reached} and m.customer_id is not null`,
          ...ownAddresses.map(
            (
              own,
            ) => sql`select c.customer_id from (select distinct s.spelling as address from messages m cross join unnest(number_spellings(m.address)) as s (spelling)
                where ${reached} and m.customer_id is null and m.address <> '') m
              join customers c on c.enterprise_id = ${enterpriseId} and c.deleted_at is null and ${own} = m.address`,
          ),
        ]
      : []),
  ];
  return parts.length > 0 ? sql`select distinct customer_id from (${sql.join(parts, sql` union all `)}) as gone` : undefined;
}

/** Matches the excluded customers, as a condition on `c`: each lookup uses an index. */
export function exclusionWhere(enterpriseId: string, { exclude }: Audience): RawBuilder<boolean> | undefined {
  const sets = setsOf(exclude);
  const parts: RawBuilder<boolean>[] = [];
  if (sets.length > 0)
    parts.push(sql`exists (select from customer_set_members x
      where x.enterprise_id = ${enterpriseId} and x.customer_id = c.customer_id and x.set_id = any(${sets}::uuid[]))`);
  if (exclude.activityIds.length > 0)
    parts.push(sql`exists (select from unnest(array[${sql.join(ownAddresses)}]) as own (address) cross join unnest(number_spellings(own.address)) as s (spelling)
      join messages m on m.address = s.spelling
      where own.address <> '' and ${reachedBy(enterpriseId, exclude.activityIds)})`);
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : undefined;
}

/** Tells whether no two of the audience can have one address: people of the phone book alone, each reached at the number that is theirs alone. */
export async function hasOwnAddresses(
  tx: Read,
  enterpriseId: string,
  { audience, channelType, addresses = [] }: AskedAudience,
): Promise<boolean> {
  if (addresses.length > 0 || audience.fileId !== '' || audience.results.length > 0 || channelType === channelTypes.EMAIL) return false;
  if (await hasDoubles(tx, enterpriseId)) return false;
  if (channelType !== channelTypes.WHATSAPP) return true;
  const { rows } = await sql`select from customers c
    where c.enterprise_id = ${enterpriseId} and c.profile->>'whatsAppNumber' <> '' and c.deleted_at is null limit 1`.execute(tx);
  return rows.length === 0;
}

/** Customers of its groups, labels, filter and conditions, each once. */
function chosenIds(enterpriseId: string, { audience, filter }: AskedAudience): RawBuilder<unknown> | undefined {
  const sets = setsOf(audience);
  const chosen = [
    ...(sets.length > 0
      ? [
          sql`select ${sets.length > 1 ? sql`distinct` : sql``} customer_id from customer_set_members where enterprise_id = ${enterpriseId} and set_id = any(${sets}::uuid[])`,
        ]
      : []),
    ...(filter
      ? [sql`select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and ${filter}`]
      : []),
  ];
  return chosen.length > 0 ? sql.join(chosen, sql` union `) : undefined;
}

/**
 * Selects the members of an audience from the phone book: rows of (customer_id) without its exclusions. Customers in the bin may be among
 * them.
 */
export function memberIds(enterpriseId: string, asked: AskedAudience): PeopleQuery {
  const chosen = chosenIds(enterpriseId, asked);
  if (!chosen) return sql`select null::uuid as customer_id where false`;
  const gone = excludedIds(enterpriseId, asked.audience.exclude);
  return gone
    ? sql`select h.customer_id from (${chosen}) h where not exists (select from (${gone}) x where x.customer_id = h.customer_id)`
    : chosen;
}

/** Number of places of each part of an audience; the parts follow each other in the order of sending. */
const placesOfPart = 1_000_000_000_000;

type Part = { rows: RawBuilder<unknown>; own: OwnColumns };
const noColumns: OwnColumns = () => undefined;

/**
 * Everybody whom the audience means, excluded ones too, for counting: rows of (customer_id, address, is_excluded, is_missing, place). A customer
 * whom several of its parts mean is one; a number of a file or of an earlier iteration that is a customer's too is a second one, which the count
 * calls a repeat.
 */
export function peopleOf(enterpriseId: string, asked: AskedAudience): PeopleQuery {
  const { audience, channelType, addresses = [], lacks } = asked;
  const { fileId, results, exclude } = audience;
  const chosen = chosenIds(enterpriseId, asked);
  const address = addressSql(channelType);
  const byAddress = channelType === channelTypes.EMAIL ? sql`c.email` : sql`c.number`;
  const gone = excludedIds(enterpriseId, exclude);
  const excluded = gone ? sql`x.customer_id is not null` : sql`false`;
  const joins = gone ? sql`left join (${gone}) x on x.customer_id = c.customer_id` : sql``;
  const given: Part[] = [
    ...(addresses.length === 0
      ? []
      : [{ rows: sql`select address, number from unnest(${addresses}::text[]) with ordinality as w(address, number)`, own: noColumns }]),
    ...(fileId === ''
      ? []
      : [
          {
            rows: sql`select address, number, cells from audience_rows where enterprise_id = ${enterpriseId} and file_id = ${fileId}`,
            own: lacks?.ofFile ?? noColumns,
          },
        ]),
    ...results.map((result) => {
      const file = lacks ? resultFile : undefined;
      return {
        rows: sql`select m.address, m.number ${file ? file.columns : sql``} from messages m ${file ? file.joins : sql``}
          where ${withResult(enterpriseId, result)}`,
        own: file ? file.own : noColumns,
      };
    }),
  ];
  const told = (own: OwnColumns, place: RawBuilder<unknown>) =>
    sql`${lacks ? lacks.isMissing(own) : sql`false`} as is_missing, ${place}::bigint as place`;
  const people = [
    ...(chosen
      ? [
          sql`select c.customer_id, ${address} as address, ${excluded} as is_excluded, ${told(noColumns, sql`${given.length * placesOfPart}`)}
            from (${chosen}) h join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = h.customer_id and c.deleted_at is null
            ${joins}`,
        ]
      : []),
    ...given.map(
      ({ rows, own }, part) => sql`select c.customer_id, g.address, ${excluded} as is_excluded,
          ${told(own, sql`${part * placesOfPart}::bigint + g.number`)}
        from (${rows}) g left join customers c on c.enterprise_id = ${enterpriseId} and c.deleted_at is null and g.address <> '' and ${byAddress} = g.address
        ${joins}`,
    ),
  ];
  return people.length > 0
    ? sql.join(people, sql` union all `)
    : sql`select null::uuid as customer_id, '' as address, false as is_excluded, false as is_missing, 0::bigint as place where false`;
}

/** Selects the people who lack no value of the message: rows of (customer_id, address, is_excluded). */
export const wholePeople = (enterpriseId: string, asked: AskedAudience): PeopleQuery =>
  asked.lacks
    ? sql`select w.customer_id, w.address, w.is_excluded from (${peopleOf(enterpriseId, asked)}) w where not w.is_missing`
    : peopleOf(enterpriseId, asked);

/** Finds those of these customers whom the exclusions leave out. */
export async function findExcluded(
  tx: Read,
  enterpriseId: string,
  { audience }: AskedAudience,
  ids: readonly string[],
): Promise<Set<string>> {
  const where = exclusionWhere(enterpriseId, audience);
  if (!where || ids.length === 0) return new Set();
  const { rows } = await sql<{ customerId: string }>`
    select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.deleted_at is null and c.customer_id = any(${ids}::uuid[]) and ${where}`.execute(
    tx,
  );
  return new Set(rows.map(({ customerId }) => customerId));
}

/** Ids in their order: of sets alone by the members of each, otherwise by the key of the phone book. */
export async function listCustomerIds(
  tx: Read,
  enterpriseId: string,
  { audience, filter }: AskedAudience,
  after: string,
  limit: number,
): Promise<string[]> {
  const sets = setsOf(audience);
  if (sets.length === 0 && !filter) return [];
  const query: RawBuilder<{ customerId: string }> = filter
    ? sql`select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id > ${after} and c.deleted_at is null and (${filter} ${
        sets.length > 0
          ? sql`or exists (select from customer_set_members h where h.enterprise_id = ${enterpriseId} and h.customer_id = c.customer_id and h.set_id = any(${sets}::uuid[]))`
          : sql``
      }) order by c.customer_id limit ${limit}`
    : sql`select distinct customer_id from unnest(${sets}::uuid[]) as s(set_id) cross join lateral (
        select h.customer_id from customer_set_members h
        where h.enterprise_id = ${enterpriseId} and h.set_id = s.set_id and h.customer_id > ${after} order by h.customer_id limit ${limit}) as members
      order by customer_id limit ${limit}`;
  return (await query.execute(tx)).rows.map(({ customerId }) => customerId);
}

/**
 * Finds the customer of its groups, labels, filter and conditions who has this address.
 * @returns their id, if there is one; undefined where it has none of these
 */
export async function findMember(
  tx: Read,
  enterpriseId: string,
  { audience, filter, channelType }: AskedAudience,
  address: string,
): Promise<string[] | undefined> {
  const spellings = numberSpellings(address);
  const sets = setsOf(audience);
  const parts = [
    ...(filter ? [filter] : []),
    ...(sets.length > 0
      ? [
          sql`exists (select from customer_set_members h where h.enterprise_id = ${enterpriseId} and h.customer_id = c.customer_id and h.set_id = any(${sets}::uuid[]))`,
        ]
      : []),
  ];
  if (parts.length === 0) return undefined;
  const { rows } = await sql<{ customerId: string }>`
    select c.customer_id from customers c where c.enterprise_id = ${enterpriseId} and c.deleted_at is null
      and ${addressSql(channelType)} = any(${spellings}::text[])
      and (c.number = any(${spellings}::text[]) or c.email = ${address}
        or c.profile->>'whatsAppNumber' = any(${spellings}::text[]) and c.profile->>'whatsAppNumber' <> '') and (${sql.join(parts, sql` or `)}) limit 1`.execute(
    tx,
  );
  return rows.map(({ customerId }) => customerId);
}
