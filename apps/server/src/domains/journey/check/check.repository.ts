import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Finds the newest versions of those of these streams that are not in the bin. */
export async function findPublishedKept(
  tx: Read,
  enterpriseId: string,
  journeyIds: readonly string[],
): Promise<{ journeyId: string; document: Document }[]> {
  const { rows } = await sql<{ journeyId: string; document: Document }>`
    select j.journey_id, v.document from journeys j join journey_versions v
      on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
    where j.enterprise_id = ${enterpriseId} and j.journey_id::text = any(${journeyIds}::text[]) and j.deleted_at is null`.execute(tx);
  return rows;
}
