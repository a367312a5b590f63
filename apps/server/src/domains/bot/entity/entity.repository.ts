import { createHash } from 'node:crypto';
import type { EntityValue } from '@parley/contract';
import { systemEntities } from '@parley/nlu';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { EntityTable } from '#platform/db/schema.bot.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { costOf } from './entity.rules.ts';

export type EntityRow = Selectable<EntityTable>;
export const entityNotFound = () => new DomainError('entity.not_found', 'No such entity.', {});

export function listEntityRows(
  tx: Read,
  enterpriseId: string,
  botId: string,
  filter: { searchterm: string; from: number; limit: number },
): Promise<EntityRow[]> {
  return tx
    .selectFrom('entities')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .$if(filter.searchterm !== '', (query) => query.where('name', 'ilike', containing(filter.searchterm)))
    .orderBy(sql`lower(name)`)
    .$call(pageOf(filter))
    .execute();
}

export async function accessEntity(tx: Read, enterpriseId: string, botId: string, entityId: string): Promise<EntityRow> {
  const row = await tx
    .selectFrom('entities')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where('entityId', '=', entityId)
    .executeTakeFirst();
  if (!row) throw entityNotFound();
  return row;
}

/** Names of custom entities by id. */
export async function listEntityNames(tx: Read, enterpriseId: string, botId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('entities')
    .select(['entityId', 'name'])
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .execute();
  return new Map(rows.map(({ entityId, name }) => [entityId, name]));
}

/** Intents with a parameter of the entity. */
export async function listIntentsWith(tx: Tx, enterpriseId: string, botId: string, entityId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('intents')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('botId', '=', botId)
    .where(sql<boolean>`parameters @> ${JSON.stringify([{ id: entityId }])}::jsonb`)
    .orderBy('name')
    .limit(20)
    .execute();
  return rows.map(({ name }) => name);
}

export type EntityContent = { name: string; isSensitive: boolean; values: EntityValue[] };

export async function writeEntity(
  tx: Tx,
  enterpriseId: string,
  { botId, entityId, content, now, isNew }: { botId: string; entityId: string; content: EntityContent; now: Date; isNew: boolean },
): Promise<void> {
  const { name, isSensitive, values } = content;
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, isSensitive, values]))
    .digest('base64url')
    .slice(0, 22);
  const row = { name, isSensitive, values: JSON.stringify(values), fingerprint, updatedAt: now };
  if (isNew)
    await tx
      .insertInto('entities')
      .values({ enterpriseId, entityId, botId, ...row })
      .execute();
  else await tx.updateTable('entities').set(row).where('enterpriseId', '=', enterpriseId).where('entityId', '=', entityId).execute();
}

/** System entities whose name or description holds the words. */
export const findSystem = (searchterm: string) => {
  const wanted = searchterm.toLowerCase();
  return systemEntities.filter(({ name, description }) => `${name} ${description}`.toLowerCase().includes(wanted));
};

/** Computes the cost of all patterns of a bot's entities, without those of `except`. */
export async function readPatternCost(tx: Tx, enterpriseId: string, botId: string, except = ''): Promise<number> {
  const { rows } = await sql<{ pattern: string }>`
    select jsonb_array_elements_text(v -> 'pattern') as pattern from entities e cross join jsonb_array_elements(e.values) v
    where e.enterprise_id = ${enterpriseId} and e.bot_id = ${botId} and v ->> 'type' = 'pattern' and e.entity_id::text <> ${except}`.execute(
    tx,
  );
  return costOf(rows.map(({ pattern }) => pattern));
}
