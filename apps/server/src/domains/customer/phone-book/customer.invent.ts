import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { makeIds } from '../number/customer.ids.ts';
import { searchTextOf } from '../number/customer.text.ts';
import { numberColumns } from '../record/customer.repository.ts';

/** Customers with a name and a number alone, into groups; an existing customer of a number is kept as they are and joins the groups. */
export async function addInvented(
  tx: Tx,
  enterpriseId: string,
  setIds: readonly string[],
  people: readonly { number: string; name: string }[],
  by: string,
  now: () => Date,
): Promise<void> {
  const nextId = makeIds(() => now().getTime());
  const rows = people.map(({ number, name }) => ({
    customer_id: nextId(),
    number,
    canonical_number: numberColumns(number).canonicalNumber,
    name,
    search_text: searchTextOf(name, number),
  }));
  await sql`insert into customers (enterprise_id, customer_id, number, canonical_number, name, search_text, updated_by)
    select ${enterpriseId}::uuid, n.customer_id, n.number, n.canonical_number, n.name, n.search_text, ${by}::uuid
    from json_to_recordset(${JSON.stringify(rows)}) as n (customer_id uuid, number text, canonical_number text, name text, search_text text)
    on conflict do nothing`.execute(tx);
  await sql`insert into customer_set_members (enterprise_id, set_id, customer_id)
    select c.enterprise_id, s.set_id, c.customer_id from customers c cross join unnest(${setIds}::uuid[]) as s (set_id)
    where c.enterprise_id = ${enterpriseId} and c.number = any(${people.map(({ number }) => number)}::text[]) and c.number <> '' and c.deleted_at is null
    on conflict do nothing`.execute(tx);
}
