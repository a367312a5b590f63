import type { Conditions } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';

const filterNotFound = () => new DomainError('filter.not_found', 'No such filter.', {});

export const selectFilters = (tx: Read, enterpriseId: string) =>
  tx
    .selectFrom('customerFilters')
    .select(['filterId', 'name', 'conditions', 'createdBy', 'version'])
    .where('enterpriseId', '=', enterpriseId);

/** Names of those that are there. */
export const listFilterNames = async (tx: Read, enterpriseId: string, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('customerFilters')
        .select(['filterId as id', 'name'])
        .where('enterpriseId', '=', enterpriseId)
        .where('filterId', 'in', [...ids])
        .execute();

/** Compares one customer, called `c`, with conditions. @returns for each whether it holds; [] where the customer is gone */
export async function findHeld(
  tx: Read,
  enterpriseId: string,
  customerId: string,
  conditions: readonly RawBuilder<boolean>[],
): Promise<boolean[]> {
  if (conditions.length === 0) return [];
  const { rows } = await sql<{ held: boolean[] }>`select array[${sql.join([...conditions])}]::boolean[] as held from customers c
    where c.enterprise_id = ${enterpriseId} and c.customer_id = ${customerId}`.execute(tx);
  return rows[0]?.held ?? [];
}

export type FilterRow = { filterId: string; name: string; conditions: Conditions; createdBy: string | null; version: number };

export async function accessFilter(tx: Read, enterpriseId: string, filterId: string, { lock = false } = {}): Promise<FilterRow> {
  const row = await selectFilters(tx, enterpriseId)
    .where('filterId', '=', filterId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw filterNotFound();
  return row;
}
