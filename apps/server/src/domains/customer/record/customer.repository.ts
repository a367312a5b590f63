import { canonicalNumber, numberSpellings, severalSpellings } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type Read, type Tx, violatedConstraint } from '#platform/db/database.ts';
import type { BinContent, ChangeKind, CustomerTable, FieldChange } from '#platform/db/schema.customer.ts';
import { newId } from '#platform/ids.ts';

export type CustomerRow = Selectable<CustomerTable>;

/** Finds a customer of the enterprise, in the bin or not. */
export function findCustomerRow(
  tx: Read,
  enterpriseId: string,
  customerId: string,
  { lock = false } = {},
): Promise<CustomerRow | undefined> {
  return tx
    .selectFrom('customers')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The number of a customer as columns: no two customers of the phone book have one line, however it is written. */
export const numberColumns = (number: string): { number: string; canonicalNumber: string | null } => ({
  number,
  canonicalNumber: severalSpellings.some((prefix) => number.startsWith(prefix)) ? canonicalNumber(number) : null,
});

/** True if the customer `c` may share a line with another one: one of two from before, or of a version without spellings. */
export const isDouble = sql<boolean>`c.canonical_number is null and c.deleted_at is null and left(c.number, 3) in ('+52', '+54', '+55')`;

/** Tells whether two customers of the phone book may share a line. */
export async function hasDoubles(tx: Read, enterpriseId: string): Promise<boolean> {
  const { rows } = await sql`select from customers c where c.enterprise_id = ${enterpriseId} and ${isDouble} limit 1`.execute(tx);
  return rows.length > 0;
}

/** Another request has made a customer of the number meanwhile. */
export const isNumberTaken = (error: unknown): boolean =>
  ['customers_by_number', 'customers_by_canonical'].includes(violatedConstraint(error) ?? '');

/** Orders customers of one line: the one with the same spelling first, else the oldest. */
export const closestTo =
  (number: string) =>
  (one: { number: string; customerId: string }, other: { number: string; customerId: string }): number =>
    Number(other.number === number) - Number(one.number === number) || (one.customerId < other.customerId ? -1 : 1);

/** The customer with the number, however either is written; one in the phone book comes before one in the bin. */
export async function findByNumber(tx: Read, enterpriseId: string, number: string): Promise<CustomerRow | undefined> {
  const rows = await tx
    .selectFrom('customers')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('number', 'in', numberSpellings(number))
    .where('number', '<>', '')
    .where('deletedAt', 'is', null)
    .execute();
  return rows.toSorted(closestTo(number))[0];
}

/** The bin is small, and emptied after a month: a look through it costs little. */
export function findInBin(tx: Read, enterpriseId: string, number: string): Promise<CustomerRow | undefined> {
  return tx
    .selectFrom('customers')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('deletedAt', 'is not', null)
    .where('number', 'in', numberSpellings(number))
    .orderBy('deletedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function insertCustomer(tx: Tx, row: Insertable<CustomerTable>): Promise<void> {
  await tx.insertInto('customers').values(row).execute();
}

export async function updateCustomerRow(
  tx: Tx,
  enterpriseId: string,
  customerId: string,
  change: Updateable<CustomerTable>,
): Promise<void> {
  await tx.updateTable('customers').set(change).where('enterpriseId', '=', enterpriseId).where('customerId', '=', customerId).execute();
}

export type NewChange = { customerId: string; kind: ChangeKind; changedBy: string | null; changes?: FieldChange[]; changedAt: Date };

export async function recordChange(tx: Tx, enterpriseId: string, ...changes: readonly NewChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx
    .insertInto('customerChanges')
    .values(
      changes.map(({ changes: fields = [], ...change }) => ({
        enterpriseId,
        changeId: newId(),
        importId: null,
        ...change,
        changes: JSON.stringify(fields),
      })),
    )
    .execute();
}

export type SetOfCustomer = { customerId: string; setId: string; kind: 'group' | 'label'; name: string };

export function listSetsOf(tx: Read, enterpriseId: string, customerIds: readonly string[]): Promise<SetOfCustomer[]> {
  if (customerIds.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('customerSetMembers as m')
    .innerJoin('customerSets as s', (join) => join.onRef('s.enterpriseId', '=', 'm.enterpriseId').onRef('s.setId', '=', 'm.setId'))
    .select(['m.customerId', 's.setId', 's.kind', 's.name'])
    .where('m.enterpriseId', '=', enterpriseId)
    .where('m.customerId', 'in', customerIds)
    .orderBy(sql`lower(s.name)`)
    .execute();
}

export type Hidden = { customerId: string; name: string; setCount: number };

/** Takes customers out of the phone book, with what they were in. @returns those that were there to take */
export async function hideCustomers(
  tx: Tx,
  enterpriseId: string,
  customerIds: readonly string[],
  by: string,
  now: Date,
): Promise<Hidden[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<Hidden>`
    update customers c set deleted_at = ${now}, deleted_by = ${by}, version = c.version + 1, updated_at = ${now}, updated_by = ${by},
      bin = jsonb_build_object('sets', coalesce(
        (select jsonb_agg(m.set_id) from customer_set_members m where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id), '[]'))
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${customerIds}::uuid[]) and c.deleted_at is null
    returning c.customer_id, c.name, jsonb_array_length(c.bin -> 'sets') as set_count`.execute(tx);
  const moved = rows.map((row) => row.customerId);
  if (moved.length > 0) {
    await tx.deleteFrom('customerSetMembers').where('enterpriseId', '=', enterpriseId).where('customerId', 'in', moved).execute();
    await recordChange(
      tx,
      enterpriseId,
      ...moved.map((customerId) => ({ customerId, kind: 'deleted' as const, changedBy: by, changedAt: now })),
    );
  }
  return rows;
}

/** Groups and labels of before that still exist. */
export async function restoreSets(tx: Tx, enterpriseId: string, customerId: string, { sets }: BinContent): Promise<void> {
  if (sets.length === 0) return;
  await sql`insert into customer_set_members (enterprise_id, set_id, customer_id)
    select s.enterprise_id, s.set_id, ${customerId} from customer_sets s
    where s.enterprise_id = ${enterpriseId} and s.set_id = any(${sets}::uuid[]) on conflict do nothing`.execute(tx);
}

/** @returns how many memberships are new */
export async function addMembers(
  tx: Tx,
  enterpriseId: string,
  setIds: readonly string[],
  customerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`
    insert into customer_set_members (enterprise_id, set_id, customer_id)
    select c.enterprise_id, s.set_id, c.customer_id
    from customers c cross join unnest(${setIds}::uuid[]) as s (set_id)
    where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${customerIds}::uuid[]) and c.deleted_at is null
    on conflict do nothing returning customer_id`.execute(tx);
  return [...new Set(rows.map((row) => row.customerId))];
}

/** Tells whether somebody with a number is in the phone book, those customers aside. */
export async function hasCustomer(tx: Read, enterpriseId: string, but: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from customers c where c.enterprise_id = ${enterpriseId}
    and c.number <> '' and c.deleted_at is null and c.customer_id <> all(${[...but]}::uuid[])) as has`.execute(tx);
  return rows[0]?.has === true;
}

/** @property isChanged somebody has changed or grouped the customer, written to them, or noted what they want */
export type SampleRow = { customerId: string; name: string; version: number; isChanged: boolean };

export async function lockSamples(tx: Tx, enterpriseId: string, customerIds: readonly string[]): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`select c.customer_id, c.name, c.version,
      (exists (select 1 from customer_changes h where h.enterprise_id = c.enterprise_id and h.customer_id = c.customer_id)
        or exists (select 1 from customer_set_members m where m.enterprise_id = c.enterprise_id and m.customer_id = c.customer_id)
        or exists (select 1 from customer_addresses a where a.enterprise_id = c.enterprise_id and a.customer_id = c.customer_id)
        or exists (select 1 from customer_consents s where s.enterprise_id = c.enterprise_id and s.customer_id = c.customer_id)) as is_changed
    from customers c where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...customerIds]}::uuid[]) and c.deleted_at is null
    order by c.customer_id for update`.execute(tx);
  return rows;
}
