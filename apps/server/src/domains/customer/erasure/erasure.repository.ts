import type { Selectable } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import type { ErasureTable } from '#platform/db/schema.customer.ts';
import { DomainError } from '#platform/http/domain-error.ts';

export type ErasureRow = Selectable<ErasureTable>;

/** @throws DomainError erasure.not_found */
export async function erasureOf(tx: Read, enterpriseId: string, erasureId: string, { lock = false } = {}): Promise<ErasureRow> {
  const row = await tx
    .selectFrom('erasures')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('erasureId', '=', erasureId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new DomainError('erasure.not_found', 'There is no such erasure.', {});
  return row;
}
