import type { ReportEnvironment } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type StreamChoice = { id: string; name: string; versions: number[]; hasMilestones: boolean };

/** Lists the streams that were published, by name, with their versions, the newest first. */
export async function listPublished(tx: Read, enterpriseId: string, most: number): Promise<StreamChoice[]> {
  const { rows } = await sql<StreamChoice>`
    select j.journey_id as id, j.name, v.versions, v.has_milestones
    from (select * from journeys where enterprise_id = ${enterpriseId} and deleted_at is null and version > 0 order by lower(name), journey_id limit ${most}) j
    cross join lateral (
      select array_agg(v.version order by v.version desc) as versions, bool_or(v.document -> 'milestones' <> '[]') as has_milestones
      from journey_versions v where v.enterprise_id = j.enterprise_id and v.journey_id = j.journey_id) v
    order by lower(j.name), j.journey_id`.execute(tx);
  return rows;
}

/** Lists the channels by name. @param allowed the ones that somebody may use; [] for all */
export async function listChannels(
  tx: Read,
  enterpriseId: string,
  allowed: readonly string[],
  most: number,
): Promise<{ id: string; name: string; environment: ReportEnvironment }[]> {
  const { rows } = await sql<{ id: string; name: string; environment: ReportEnvironment }>`
    select channel_id as id, name, environment from channels where enterprise_id = ${enterpriseId} and deleted_at is null
      ${allowed.length > 0 ? sql`and channel_id = any(${[...allowed]}::uuid[])` : sql``}
    order by lower(name), channel_id limit ${most}`.execute(tx);
  return rows;
}
