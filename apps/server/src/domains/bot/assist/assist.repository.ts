import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** @property departments those of the chat, or of the agent where the chat has none */
export type AssistedChat = { channelId: string; departments: readonly string[] };

/** A bot that helps. @property changedSince null: it is as it was trained; else what was changed since then may be stale */
export type HelpingBot = { botId: string; changedSince: Date | null };
/** A message is not asked of more bots: their models would push each other out of memory. */
const mostBots = 8;

/**
 * Lists the trained bots that may help in a chat. A bot is of the departments of its channels; one whose channels name no department, or that
 * no channel has, is of all of them.
 */
export async function listHelpers(tx: Read, enterpriseId: string, { channelId, departments }: AssistedChat): Promise<HelpingBot[]> {
  const { rows } = await sql<HelpingBot>`
    select b.bot_id, case when b.fingerprint = v.fingerprint then null else coalesce(t.started_at, v.created_at) end as changed_since
    from bots b
      join bot_versions v on v.enterprise_id = b.enterprise_id and v.version_id = b.serving_version_id
      left join bot_trainings t on t.enterprise_id = v.enterprise_id and t.version_id = v.version_id
      cross join lateral (select coalesce(bool_or(c.channel_id = ${channelId}), false) as has_channel,
          coalesce(bool_or(c.dept_id = any(${[...departments]}::uuid[])), false) as is_of_department,
          coalesce(bool_and(c.dept_id is null), true) as is_of_all
        from channels c where c.enterprise_id = b.enterprise_id and c.data ->> 'botId' = b.bot_id::text) of
    where b.enterprise_id = ${enterpriseId} and b.deleted_at is null and (of.has_channel or of.is_of_department or of.is_of_all)
    order by of.has_channel desc, of.is_of_department desc, b.updated_at desc, b.bot_id limit ${mostBots}`.execute(tx);
  return rows;
}

/** @property changedAt when it was written or read last; null: never @property hasFailed it could not be read any more */
export type Origin = { id: string; changedAt: Date | null; hasFailed: boolean };

/** Sources of knowledge and intents, as far as they are still there. */
export async function listOrigins(
  tx: Read,
  enterpriseId: string,
  sourceIds: readonly string[],
  intentIds: readonly string[],
): Promise<Origin[]> {
  const { rows } = await sql<Origin>`select s.source_id as id, s.last_read_at as changed_at, s.status = 'FAILED' as has_failed
      from knowledge_sources s where s.enterprise_id = ${enterpriseId} and s.source_id = any(${[...sourceIds]}::uuid[])
    union all select i.intent_id, i.updated_at, false
      from intents i where i.enterprise_id = ${enterpriseId} and i.intent_id = any(${[...intentIds]}::uuid[])`.execute(tx);
  return rows;
}
