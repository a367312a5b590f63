import type { BulkJob, CustomerFilter } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { CustomerBulkJobTable } from '#platform/db/schema.customer.ts';
import { conditionOf, type ReadyFilter } from '../filter/customer.filter.ts';

export type BulkRow = Selectable<CustomerBulkJobTable>;

export function findBulk(tx: Read, enterpriseId: string, bulkId: string, { lock = false } = {}): Promise<BulkRow | undefined> {
  return tx
    .selectFrom('customerBulkJobs')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('bulkId', '=', bulkId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
}

export async function updateBulk(
  tx: Tx,
  row: Pick<BulkRow, 'enterpriseId' | 'bulkId'>,
  change: Partial<Omit<BulkRow, 'createdAt' | 'selection'>>,
) {
  await tx
    .updateTable('customerBulkJobs')
    .set(change)
    .where('enterpriseId', '=', row.enterpriseId)
    .where('bulkId', '=', row.bulkId)
    .execute();
}

type Window = { ids: string[]; last: string | undefined };

/**
 * The next customers to look at, in the order of their ids. The number is fixed, however few of them the filter leaves, so that a step
 * costs the same for every filter.
 */
export async function nextWindow(tx: Tx, row: BulkRow, filter: CustomerFilter | undefined, size: number): Promise<Window> {
  const sets = filter && filter.groups.length > 0 ? filter.groups : (filter?.tags ?? []);
  const source: RawBuilder<unknown> =
    sets.length > 0
      ? sql`select distinct m.customer_id from customer_set_members m where m.enterprise_id = ${row.enterpriseId} and m.set_id = any(${sets}::uuid[])
          and m.customer_id > ${row.cursor} and m.customer_id <= ${row.lastCustomerId}`
      : sql`select m.customer_id from customers m where m.enterprise_id = ${row.enterpriseId}
          and m.customer_id > ${row.cursor} and m.customer_id <= ${row.lastCustomerId}`;
  const { rows } = await sql<{ customerId: string }>`${source} order by customer_id limit ${size}`.execute(tx);
  const ids = rows.map(({ customerId }) => customerId);
  return { ids, last: ids.length < size ? undefined : ids.at(-1) };
}

export async function keepMatching(tx: Tx, enterpriseId: string, ids: readonly string[], filter: ReadyFilter): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ customerId: string }>`select c.customer_id from customers c
    where ${conditionOf(enterpriseId, filter)} and c.customer_id = any(${ids}::uuid[]) order by c.customer_id`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}

export const isOver = (state: BulkJob['state']) => state !== 'waiting' && state !== 'running';
