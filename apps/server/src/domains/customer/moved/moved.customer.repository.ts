import { canonicalNumber, numberSpellings } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { listUses } from '../attribute/uses.ts';
import { mergeValues, noValues, readGiven, searchTextOfValues } from '../customer/customer.rules.ts';
import { knownBy } from '../merge/customer.traces.ts';
import { countryOf } from '../number/customer.country.ts';
import { makeIds } from '../number/customer.ids.ts';
import { readNumber } from '../number/customer.number.ts';
import { numberColumns } from '../record/customer.repository.ts';

/** Addresses of somebody who moves in, as the phone book writes them. */
export type MovedAddress = { key: string; number: string; email: string; externalId: string };
/** @property data values by the ids of attributes */
export type MovedCustomer = MovedAddress & { name: string; data: ReadonlyMap<string, string> };
type Match = { customerId: string; isInBin: boolean };

/** Reads many numbers as the phone book does. @returns '' for what is none */
export async function readNumbers(tx: Read, enterpriseId: string, given: readonly string[]): Promise<string[]> {
  const country = await countryOf(tx, enterpriseId, '');
  return given.map((number) => (number === '' ? '' : readNumber(number, country).number));
}

/**
 * Finds those who are in the phone book already: by the name in the enterprise's own systems, else by number, else by an e-mail address that one
 * customer has. An address does not make one of two people with different numbers.
 */
export async function matchMoved(tx: Read, enterpriseId: string, contacts: readonly MovedAddress[]): Promise<Map<string, Match>> {
  const matches = new Map<string, Match>();
  if (contacts.length === 0) return matches;
  const spellings = contacts.flatMap(({ key, number }) =>
    number === '' ? [] : numberSpellings(number).map((spelling) => ({ key, spelling })),
  );
  const { rows } = await sql<Match & { key: string; by: 'id' | 'number' | 'email'; number: string }>`
    select i.key, 'id' as by, c.customer_id, c.deleted_at is not null as is_in_bin, c.number
    from json_to_recordset(${JSON.stringify(contacts.filter(({ externalId }) => externalId !== '').map(({ key, externalId }) => ({ key, external_id: externalId })))})
        as i (key text, external_id text)
      join customer_external_ids x on x.enterprise_id = ${enterpriseId} and x.external_id = i.external_id
      join customers c on c.enterprise_id = x.enterprise_id and c.customer_id = x.customer_id
    union all
    select i.key, 'number', c.customer_id, c.deleted_at is not null, c.number
    from json_to_recordset(${JSON.stringify(spellings)}) as i (key text, spelling text)
      join customers c on c.enterprise_id = ${enterpriseId} and c.number = i.spelling and c.number <> ''
    union all
    select i.key, 'email', c.customer_id, c.deleted_at is not null, c.number
    from json_to_recordset(${JSON.stringify(contacts.filter(({ email }) => email !== '').map(({ key, email }) => ({ key, email: email.toLowerCase() })))})
        as i (key text, email text)
      join customers c on c.enterprise_id = ${enterpriseId} and lower(c.email) = i.email and c.email <> '' and c.deleted_at is null`.execute(
    tx,
  );
  const byKey = Map.groupBy(rows, ({ key }) => key);
  for (const { key, number } of contacts) {
    const found = byKey.get(key) ?? [];
    const living = (by: 'id' | 'number') => found.filter((row) => row.by === by && !row.isInBin);
    const byEmail = found.filter(
      (row) => row.by === 'email' && (number === '' || row.number === '' || canonicalNumber(row.number) === canonicalNumber(number)),
    );
    const one =
      living('id')[0] ?? living('number')[0] ?? (byEmail.length === 1 ? byEmail[0] : undefined) ?? found.find(({ isInBin }) => isInBin);
    if (one) matches.set(key, { customerId: one.customerId, isInBin: one.isInBin });
  }
  return matches;
}

/**
 * Makes customers of people who moved in. What the phone book does not take of their values is left out. Streams are not told.
 * @returns those that were made, by their keys: somebody else may have made the others since
 */
export async function addMoved(
  tx: Tx,
  enterpriseId: string,
  contacts: readonly MovedCustomer[],
  { by, now }: { by: string; now: Date },
): Promise<Map<string, string>> {
  const made = new Map<string, string>();
  if (contacts.length === 0) return made;
  const attributes = await listAttributes(tx, enterpriseId);
  const country = await countryOf(tx, enterpriseId, '');
  const makeId = makeIds(() => now.getTime());
  const rows = contacts.map(({ key, name, number, email, data }) => {
    const given = readGiven({ name, phoneNumber: number, emailId: email, data }, attributes, country, { longNames: 'cut' });
    for (const { field } of given.errors) {
      const slot = attributes.find(({ attributeId }) => attributeId === field)?.slot;
      if (slot !== undefined) delete given.data[slot];
      if (field === 'name') given.values.name = '';
      if (field === 'emailId') given.values.email = '';
    }
    const values = mergeValues(noValues, given);
    const shown = values.name === '' ? { ...values, name: values.number || values.email } : values;
    const { number: written, canonicalNumber: line } = numberColumns(shown.number);
    return {
      key,
      customer_id: makeId(),
      number: written,
      canonical_number: line,
      name: shown.name,
      email: shown.email,
      profile: shown.profile,
      data: shown.data,
      search_text: searchTextOfValues(shown, attributes),
    };
  });
  const { rows: inserted } = await sql<{ customerId: string }>`
    insert into customers (enterprise_id, customer_id, number, canonical_number, name, email, profile, data, search_text, updated_by, created_at, updated_at)
    select ${enterpriseId}::uuid, n.customer_id, n.number, n.canonical_number, n.name, n.email, n.profile, n.data, n.search_text, ${by}::uuid,
      ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)})
      as n (customer_id uuid, number text, canonical_number text, name text, email text, profile jsonb, data jsonb, search_text text)
    on conflict do nothing returning customer_id`.execute(tx);
  const ids = new Set(inserted.map(({ customerId }) => customerId));
  for (const { key, customer_id: customerId } of rows) if (ids.has(customerId)) made.set(key, customerId);
  const named = contacts.flatMap(({ key, externalId }) =>
    externalId !== '' && made.has(key) ? [{ external_id: externalId, customer_id: made.get(key) }] : [],
  );
  if (named.length > 0)
    await sql`insert into customer_external_ids (enterprise_id, external_id, customer_id)
      select ${enterpriseId}::uuid, n.external_id, n.customer_id from json_to_recordset(${JSON.stringify(named)}) as n (external_id text, customer_id uuid)
      on conflict do nothing`.execute(tx);
  return made;
}

export type Membership = { customerId: string; setId: string };

/** Adds customers to groups and labels. @returns those that are new */
export async function joinMoved(tx: Tx, enterpriseId: string, members: readonly Membership[]): Promise<Membership[]> {
  if (members.length === 0) return [];
  const given = members.map(({ customerId, setId }) => ({ customer_id: customerId, set_id: setId }));
  const { rows } = await sql<Membership>`insert into customer_set_members (enterprise_id, set_id, customer_id)
    select ${enterpriseId}::uuid, n.set_id, n.customer_id from json_to_recordset(${JSON.stringify(given)}) as n (customer_id uuid, set_id uuid)
      join customer_sets s on s.enterprise_id = ${enterpriseId} and s.set_id = n.set_id
      join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = n.customer_id
    on conflict do nothing returning customer_id, set_id`.execute(tx);
  return rows;
}

export async function leaveMoved(tx: Tx, enterpriseId: string, members: readonly Membership[]): Promise<void> {
  if (members.length === 0) return;
  const given = members.map(({ customerId, setId }) => ({ customer_id: customerId, set_id: setId }));
  await sql`delete from customer_set_members m using json_to_recordset(${JSON.stringify(given)}) as n (customer_id uuid, set_id uuid)
    where m.enterprise_id = ${enterpriseId} and m.set_id = n.set_id and m.customer_id = n.customer_id`.execute(tx);
}

export type Kept = 'used' | 'changed' | 'bin' | 'not_here';

/**
 * Deletes customers who were made by a move, unless somebody has used or changed them since.
 * @returns of those that stay why
 */
export async function removeMoved(ctx: EnterpriseContext, tx: Tx, customerIds: readonly string[]): Promise<Map<string, Kept>> {
  if (customerIds.length === 0) return new Map();
  const { enterpriseId } = ctx;
  const { rows } = await sql<{ customerId: string; keptFor: string | null; isGone: boolean }>`
    with next as materialized (
      select c.customer_id, case
          when c.deleted_at is not null then 'bin'
          ${sql.join(knownBy(ctx), sql` `)}
          when c.version > 1 or exists (select from customer_changes h where h.enterprise_id = c.enterprise_id and h.customer_id = c.customer_id) then 'changed'
        end as kept_for
      from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...customerIds]}::uuid[]) for update
    ), gone as (
      delete from customers c using next n where c.enterprise_id = ${enterpriseId} and c.customer_id = n.customer_id and n.kept_for is null
      returning c.customer_id
    )
    select n.customer_id, n.kept_for, g.customer_id is not null as is_gone from next n left join gone g on g.customer_id = n.customer_id`.execute(
    tx,
  );
  const found = new Map(rows.map((row) => [row.customerId, row]));
  return new Map(
    customerIds.flatMap((id): [string, Kept][] => {
      const row = found.get(id);
      if (!row) return [[id, 'not_here']];
      if (row.keptFor === null) return [];
      return [[id, row.keptFor === 'bin' || row.keptFor === 'changed' ? row.keptFor : 'used']];
    }),
  );
}

/** Groups or labels by their lowered names. */
export async function findSets(
  tx: Read,
  enterpriseId: string,
  kind: 'group' | 'label',
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ setId: string; name: string }>`select s.set_id, lower(s.name) as name from customer_sets s
    where s.enterprise_id = ${enterpriseId} and s.kind = ${kind} and lower(s.name) = any(${names.map((name) => name.trim().toLowerCase())}::text[])`.execute(
    tx,
  );
  return new Map(rows.map(({ setId, name }) => [name, setId]));
}

/** Deletes a group or label that a move has made, unless it has members, another version or a use. @returns why it stays */
export async function removeMovedSet(ctx: EnterpriseContext, tx: Tx, setId: string): Promise<Kept | undefined> {
  const { enterpriseId } = ctx;
  const { rows } = await sql<{ name: string; version: number; hasMembers: boolean }>`select s.name, s.version,
      exists (select from customer_set_members m where m.enterprise_id = s.enterprise_id and m.set_id = s.set_id) as has_members
    from customer_sets s where s.enterprise_id = ${enterpriseId} and s.set_id = ${setId} for update`.execute(tx);
  const [row] = rows;
  if (!row) return 'not_here';
  if (row.version > 1) return 'changed';
  if (row.hasMembers || (await listUses(ctx, tx, { setId })).length > 0) return 'used';
  await sql`delete from customer_sets s where s.enterprise_id = ${enterpriseId} and s.set_id = ${setId}`.execute(tx);
  return undefined;
}

/** Plans of queries know the new customers. */
export async function tidyMoved(tx: Tx): Promise<void> {
  await sql`select tidy_customers()`.execute(tx);
}
