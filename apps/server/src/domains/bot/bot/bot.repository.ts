import { type Selectable, type SelectQueryBuilder, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { BotTable, TrainingTable, VersionSummary } from '#platform/db/schema.bot.ts';
import type { Database } from '#platform/db/schema.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { IntegrationUse } from '../../integration/door.ts';

/** A bot, with what tells whether it is trained. */
export type BotRow = Selectable<BotTable> & {
  servingFingerprint: string | null;
  servingSince: Date | null;
  servingSummary: VersionSummary | null;
  trainingPhase: TrainingTable['phase'] | null;
  trainingReason: string | null;
  trainingProgress: number | null;
  documentNames: string[];
};

export const botNotFound = () => new DomainError('bot.not_found', 'No such agent.', {});

const withTraining = (query: SelectQueryBuilder<Database, 'bots', object>) =>
  query
    .leftJoin('botVersions as serving', (join) =>
      join.onRef('serving.enterpriseId', '=', 'bots.enterpriseId').onRef('serving.versionId', '=', 'bots.servingVersionId'),
    )
    .leftJoinLateral(
      (from) =>
        from
          .selectFrom('botTrainings')
          .select(['phase', 'reason', 'progress'])
          .whereRef('botTrainings.enterpriseId', '=', 'bots.enterpriseId')
          .whereRef('botTrainings.botId', '=', 'bots.botId')
          .orderBy('startedAt', 'desc')
          .orderBy('trainingId', 'desc')
          .limit(1)
          .as('training'),
      (join) => join.onTrue(),
    )
    .selectAll('bots')
    .select([
      'serving.fingerprint as servingFingerprint',
      'serving.createdAt as servingSince',
      'serving.summary as servingSummary',
      'training.phase as trainingPhase',
      'training.reason as trainingReason',
      'training.progress as trainingProgress',
    ])
    .select(
      sql<string[]>`array(select s.name from knowledge_sources s where s.enterprise_id = bots.enterprise_id and s.bot_id = bots.bot_id
        and s.kind = 'document' order by s.created_at, s.source_id)`.as('documentNames'),
    );

export function listBotRows(tx: Read, enterpriseId: string, filter: { name: string; from: number; limit: number }): Promise<BotRow[]> {
  return withTraining(tx.selectFrom('bots'))
    .where('bots.enterpriseId', '=', enterpriseId)
    .$if(filter.name !== '', (query) => query.where('bots.name', 'ilike', containing(filter.name)))
    .orderBy('bots.createdAt', 'desc')
    .orderBy('bots.botId', 'desc')
    .$call(pageOf(filter))
    .execute() as Promise<BotRow[]>;
}

export async function getBotRow(tx: Read, enterpriseId: string, botId: string): Promise<BotRow> {
  const row = await withTraining(tx.selectFrom('bots'))
    .where('bots.enterpriseId', '=', enterpriseId)
    .where('bots.botId', '=', botId)
    .executeTakeFirst();
  if (!row) throw botNotFound();
  return row as BotRow;
}

/** Every access to a bot goes through this function. @throws DomainError bot.not_found, of another enterprise's too */
export async function accessBot(tx: Read, enterpriseId: string, botId: string, { lock = false } = {}): Promise<Selectable<BotTable>> {
  const row = await tx
    .selectFrom('bots')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!row) throw botNotFound();
  return row;
}

export async function setBot(tx: Tx, enterpriseId: string, botId: string, values: Updateable<BotTable>): Promise<void> {
  await tx.updateTable('bots').set(values).where('enterpriseId', '=', enterpriseId).where('botId', '=', botId).execute();
}

/**
 * Says that something of a bot has changed, and takes its fingerprint anew: of intents, entities, settings and knowledge, each by its own
 * fingerprint, so the phrases are not read. Called at the end of every change; undone changes lead back to the old fingerprint.
 */
export async function touchBot(tx: Tx, enterpriseId: string, botId: string, by: { userId: string | null; now: Date }): Promise<void> {
  await sql`update bots b set updated_at = ${by.now}, updated_by = ${by.userId}, fingerprint = md5(concat_ws('|',
      b.type, b.config::text, b.prompt::text, b.knowledge::text,
      (select string_agg(i.fingerprint, ',' order by i.intent_id) from intents i where i.enterprise_id = b.enterprise_id and i.bot_id = b.bot_id),
      (select string_agg(e.fingerprint, ',' order by e.entity_id) from entities e where e.enterprise_id = b.enterprise_id and e.bot_id = b.bot_id),
      (select string_agg(s.source_id || s.content_hash, ',' order by s.source_id) from knowledge_sources s
        where s.enterprise_id = b.enterprise_id and s.bot_id = b.bot_id and s.content_hash <> ''),
      (select string_agg(t.tool_id || t.content::text, ',' order by t.tool_id) from bot_tools t
        where t.enterprise_id = b.enterprise_id and t.bot_id = b.bot_id)))
    where b.enterprise_id = ${enterpriseId} and b.bot_id = ${botId}`.execute(tx);
}

/** Bots that have one of these configurations, wherever they have it. */
export async function listBotsWith(tx: Tx, enterpriseId: string, integrationIds: readonly string[]): Promise<IntegrationUse[]> {
  const { rows } = await sql<IntegrationUse>`select distinct used.id as integration_id, b.bot_id as id, b.name from bots b
    cross join lateral (values (b.config->>'openaiKey'), (b.prompt->>'openaiKey'), (b.knowledge->>'genAiConfigId')) used (id)
    where b.enterprise_id = ${enterpriseId} and used.id = any (${integrationIds}::text[])
    union select t.content->'service'->>'integrationId', b.bot_id, b.name from bot_tools t
    join bots b on b.enterprise_id = t.enterprise_id and b.bot_id = t.bot_id
    where t.enterprise_id = ${enterpriseId} and t.content->'service'->>'integrationId' = any (${integrationIds}::text[])
    order by name`.execute(tx);
  return rows;
}

/** Tells whether there is a bot, those aside. */
export async function hasBot(tx: Read, enterpriseId: string, but: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select 1 from bots b where b.enterprise_id = ${enterpriseId}
    and b.deleted_at is null and b.bot_id <> all(${[...but]}::uuid[])) as has`.execute(tx);
  return rows[0]?.has === true;
}

export async function isBotNameTaken(tx: Read, enterpriseId: string, name: string): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select exists (select 1 from bots b where b.enterprise_id = ${enterpriseId}
    and b.deleted_at is null and lower(b.name) = ${name.toLowerCase()}) as taken`.execute(tx);
  return rows[0]?.taken === true;
}

export const lockBotIfThere = (tx: Tx, enterpriseId: string, botId: string): Promise<Selectable<BotTable> | undefined> =>
  tx
    .selectFrom('bots')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
