import type { Variable } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type PublishedStream = { journeyId: string; name: string; version: number; state: string; variables: Variable[] };

/** Streams that have a version, with the variables of the newest one. */
export async function listPublished(tx: Read, enterpriseId: string): Promise<PublishedStream[]> {
  const { rows } = await sql<PublishedStream>`
    select j.journey_id, j.name, j.version, j.state, coalesce(v.document->'variables', '[]') as variables
    from journeys j join journey_versions v on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
    where j.enterprise_id = ${enterpriseId} and j.deleted_at is null order by lower(j.name), j.journey_id`.execute(tx);
  return rows;
}

/** The version of a stream that begins now. @returns undefined: it is deleted, or was never published */
export const findNewest = (tx: Read, enterpriseId: string, journeyId: string): Promise<{ version: number; state: string } | undefined> =>
  tx
    .selectFrom('journeys')
    .select(['version', 'state'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('deletedAt', 'is', null)
    .where('version', '>', 0)
    .executeTakeFirst();
