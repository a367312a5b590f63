import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { KnownCustomer } from './customer.service.ts';

/** Finds the customers into which others were merged, over any number of merges; customers that were not merged are absent. */
export async function findSurvivors(tx: Read, enterpriseId: string, customerIds: readonly string[]): Promise<Map<string, KnownCustomer>> {
  if (customerIds.length === 0) return new Map();
  const { rows } = await sql<KnownCustomer & { former: string }>`
    with recursive heirs as (
      select c.customer_id as former, (c.bin ->> 'mergedInto')::uuid as heir from customers c
      where c.enterprise_id = ${enterpriseId} and c.customer_id = any(${[...customerIds]}::uuid[]) and c.deleted_at is not null and c.bin ? 'mergedInto'
      union
      select h.former, (c.bin ->> 'mergedInto')::uuid from heirs h
      join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = h.heir and c.deleted_at is not null and c.bin ? 'mergedInto')
    select h.former, c.customer_id, c.name from heirs h
    join customers c on c.enterprise_id = ${enterpriseId} and c.customer_id = h.heir
    where c.deleted_at is null or not coalesce(c.bin ? 'mergedInto', false)`.execute(tx);
  return new Map(rows.map(({ former, customerId, name }) => [former, { customerId, name }]));
}
