import type { Document } from '@parley/journey';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type Published = { journeyId: string; name: string; version: number; document: Document };

/** Finds the newest versions of these streams. */
export async function findPublished(tx: Read, enterpriseId: string, journeyIds: readonly string[]): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select j.journey_id, j.name, v.version, v.document from journeys j join journey_versions v
      on v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id and v.version = j.version
    where j.enterprise_id = ${enterpriseId} and j.journey_id::text = any(${journeyIds}::text[])`.execute(tx);
  return rows;
}

/** Finds the documents of these versions, each named by its stream. */
export async function findVersionDocuments(
  tx: Read,
  enterpriseId: string,
  versions: readonly (readonly [journeyId: string, version: number])[],
): Promise<{ journeyId: string; document: Document }[]> {
  const { rows } = await sql<{ journeyId: string; document: Document }>`
    select v.journey_id, v.document from journey_versions v
    join unnest(${versions.map(([id]) => id)}::uuid[], ${versions.map(([, version]) => version)}::int[]) w(journey_id, version)
      on v.journey_id = w.journey_id and v.version = w.version
    where v.enterprise_id = ${enterpriseId}`.execute(tx);
  return rows;
}

/** Finds a version with the name that its stream has now. */
export const findVersion = (tx: Read, enterpriseId: string, journeyId: string, version: number) =>
  tx
    .selectFrom('journeyVersions as v')
    .innerJoin('journeys as j', (join) => join.onRef('j.enterpriseId', '=', 'v.enterpriseId').onRef('j.journeyId', '=', 'v.journeyId'))
    .select(['v.document', 'v.streams', 'j.name'])
    .where('v.enterpriseId', '=', enterpriseId)
    .where('v.journeyId', '=', journeyId)
    .where('v.version', '=', version)
    .executeTakeFirst();

/** Lists the numbers of a stream's nodes, which they keep over all versions. */
export const listNodeNumbers = (tx: Read, enterpriseId: string, journeyId: string) =>
  tx
    .selectFrom('journeyNodes')
    .select(['nodeId', 'nodeNo'])
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .execute();

/** Tells whether a stream has a version. */
export async function isPublished(tx: Read, enterpriseId: string, journeyId: string, version: number): Promise<boolean> {
  const published = await tx
    .selectFrom('journeyVersions')
    .select('version')
    .where('enterpriseId', '=', enterpriseId)
    .where('journeyId', '=', journeyId)
    .where('version', '=', version)
    .executeTakeFirst();
  return published !== undefined;
}
