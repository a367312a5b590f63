import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Encaps that reach people by these templates. */
export async function listReachingBy(
  tx: Read,
  enterpriseId: string,
  templateIds: readonly string[],
): Promise<{ templateId: string; name: string; createdAt: Date; createdBy: string }[]> {
  const { rows } = await sql<{ templateId: string; name: string; createdAt: Date; createdBy: string }>`
    select t.id as template_id, j.name, j.created_at, coalesce(u.name, '') as created_by from encaps e
      join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id and j.deleted_at is null
      left join users u on u.enterprise_id = j.enterprise_id and u.user_id = j.created_by
      join unnest(${[...templateIds]}::text[]) t(id)
        on t.id in (e.properties->>'codeTemplateId', e.properties->>'laterTemplateId', e.properties->>'remindTemplateId')
    where e.enterprise_id = ${enterpriseId}`.execute(tx);
  return rows;
}

/** Names of the encaps that reach people by a channel. */
export async function nameReachingOn(tx: Read, enterpriseId: string, channelId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select j.name from encaps e join journeys j on j.enterprise_id = e.enterprise_id and j.journey_id = e.journey_id and j.deleted_at is null
    where e.enterprise_id = ${enterpriseId} and e.properties->>'reachChannelId' = ${channelId} order by j.name`.execute(tx);
  return rows.map(({ name }) => `encap ${name}`);
}
