import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Finds the names of customers, by id. */
export async function findCustomerNames(tx: Read, enterpriseId: string, customerIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ customerId: string; name: string }>`select customer_id, name from customers
    where enterprise_id = ${enterpriseId} and customer_id = any(${[...customerIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ customerId, name }) => [customerId, name]));
}
