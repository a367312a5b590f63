import { type Conditions, noConditions } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { listAttributes } from '../attribute/attribute.service.ts';
import { readFilter } from './customer.filter.ts';

type Asked = { filterId?: string; conditions?: Conditions };

/**
 * A saved filter and conditions as one condition on customers called `c`, deleted ones left out; undefined where neither asks for anything.
 * @param isNameOnly the caller sees no numbers: conditions on hidden fields are refused, since they would tell them
 * @throws DomainError filter.not_found, filter.invalid or group.not_found
 */
export async function filterWhere(
  tx: Read,
  enterpriseId: string,
  { filterId = '', conditions = noConditions }: Asked,
  isNameOnly: boolean,
): Promise<RawBuilder<boolean> | undefined> {
  if (filterId === '' && conditions.clauses.length === 0) return undefined;
  const attributes = await listAttributes(tx, enterpriseId);
  const read = await readFilter(tx, enterpriseId, { search: '', groups: [], tags: [], filterId, conditions }, attributes, isNameOnly);
  if (read.conditions.length === 0) return undefined;
  return sql<boolean>`(c.deleted_at is null and ${sql.join(read.conditions, sql` and `)})`;
}

/**
 * Checks a saved filter and conditions without reading customers.
 * @throws DomainError filter.not_found, filter.invalid or group.not_found
 */
export async function assertFilter(tx: Read, enterpriseId: string, asked: Asked, isNameOnly: boolean): Promise<void> {
  await filterWhere(tx, enterpriseId, asked, isNameOnly);
}
