import type { Conditions } from '@parley/contract';
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

export type FilterRow = { filterId: string; name: string; conditions: Conditions; createdBy: string | null; version: number };

export async function accessFilter(tx: Read, enterpriseId: string, filterId: string, { lock = false } = {}): Promise<FilterRow> {
  const row = await selectFilters(tx, enterpriseId)
    .where('filterId', '=', filterId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw filterNotFound();
  return row;
}
