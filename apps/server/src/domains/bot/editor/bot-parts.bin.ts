import { type EntityValue, endpoints, fieldError, type IntentParameter } from '@parley/contract';
import { mostPatternCost } from '@parley/nlu';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition, Missing } from '#platform/bin/bin.ts';
import { findFreeName } from '#platform/bin/free-name.ts';
import { type PackedRows, unpackRows } from '#platform/bin/packed-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import type { Packed, PackedEntity } from '../bot/bot-parts.pack.ts';
import { entityRecord } from '../entity/entity.record.ts';
import { listEntityNames, readPatternCost, writeEntity } from '../entity/entity.repository.ts';
import { costOf, patternsOf } from '../entity/entity.rules.ts';
import { intentRecord } from '../intent/intent.record.ts';
import { type StoredUtterance, writeIntent } from '../intent/intent.repository.ts';
import { storyRecord } from '../story/story.record.ts';

type Row = PackedRows[number];

type Named = 'stories' | 'intents' | 'entities';

/** @param within what its name is one of: a bot, or of a story the story above it */
const freeNameOf = (
  tx: Tx,
  enterpriseId: string,
  table: Named,
  within: { column: 'bot_id' | 'parent_id'; id: string },
  name: string,
  longest: number,
) =>
  findFreeName(
    name,
    async (candidate) => {
      const { rows } = await sql`select 1 from ${sql.table(table)} where enterprise_id = ${enterpriseId}
        and ${sql.ref(within.column)} = ${within.id}::uuid and lower(name) = lower(${candidate}) limit 1`.execute(tx);
      return rows.length > 0;
    },
    { longest },
  );

/** Those of the rows that are there already: a version of the bot may have brought them back under their ids. */
async function findStanding(tx: Tx, enterpriseId: string, table: Named, column: string, packed: readonly Row[]): Promise<Set<string>> {
  const ids = packed.map((row) => String(row[column]));
  const { rows } = await sql<{ id: string }>`select ${sql.ref(column)} as id from ${sql.table(table)}
    where enterprise_id = ${enterpriseId} and ${sql.ref(column)} = any(${ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** Writes intents anew under their ids. What names an entity that is gone is left out of them. */
async function unpackIntents(ctx: Ctx, tx: Tx, { botId, intents, utterances }: Packed): Promise<{ missing: Missing[]; names: string[] }> {
  const { enterpriseId } = ctx;
  const known = new Set((await listEntityNames(tx, enterpriseId, botId)).keys());
  const gone = new Set<string>();
  const isThere = (id: string) => {
    if (!known.has(id)) gone.add(id);
    return known.has(id);
  };
  const names: string[] = [];
  const standing = await findStanding(tx, enterpriseId, 'intents', 'intent_id', intents);
  for (const row of intents.filter(({ intent_id }) => !standing.has(String(intent_id)))) {
    const intentId = String(row.intent_id);
    const name = await freeNameOf(tx, enterpriseId, 'intents', { column: 'bot_id', id: botId }, String(row.name), 200);
    const phrases = utterances
      .filter((phrase) => phrase.intent_id === row.intent_id)
      .toSorted((one, other) => Number(one.position) - Number(other.position));
    const content = {
      storyId: String(row.story_id),
      name,
      response: row.response as string | null,
      handsOver: row.hands_over === true,
      parameters: (row.parameters as IntentParameter[]).filter(({ id }) => isThere(id)),
      utterances: phrases.map(({ text, refs }) => ({
        text: String(text),
        refs: (refs as StoredUtterance['refs']).filter(({ entityId }) => isThere(entityId)),
      })),
    };
    await writeIntent(tx, enterpriseId, { botId, intentId, content, now: ctx.now(), isNew: true });
    await keepAge(tx, enterpriseId, 'intents', { column: 'intent_id', id: intentId }, row);
    names.push(name);
  }
  return { missing: gone.size > 0 ? [{ kind: 'entity', count: gone.size }] : [], names };
}

/** Restores the age of a row, with a version that no form has read. */
async function keepAge(tx: Tx, enterpriseId: string, table: Named, key: { column: string; id: string }, row: Row): Promise<void> {
  await sql`update ${sql.table(table)} set version = ${Number(row.version) + 1}::integer
    ${'created_at' in row ? sql`, created_at = ${row.created_at}::timestamptz` : sql``}
    where enterprise_id = ${enterpriseId} and ${sql.ref(key.column)} = ${key.id}::uuid`.execute(tx);
}

export const intentBin: BinDefinition = {
  edit: endpoints.intents.save,
  async restore(ctx, tx, { recordId, packed }) {
    const content = packed as Packed;
    await accessBot(tx, ctx.enterpriseId, content.botId, { lock: true });
    const { missing, names } = await changing(ctx, tx, intentRecord, recordId, 'restore', () => unpackIntents(ctx, tx, content));
    await touchBot(tx, ctx.enterpriseId, content.botId, stampOf(ctx));
    return { name: names[0] ?? '', missing };
  },
  purge: () => Promise.resolve(),
};

export const storyBin: BinDefinition = {
  edit: endpoints.stories.save,
  async restore(ctx, tx, { recordId, name: former, packed }) {
    const { enterpriseId } = ctx;
    const content = packed as Packed;
    const [top] = content.stories;
    await accessBot(tx, enterpriseId, content.botId, { lock: true });
    const name = await freeNameOf(tx, enterpriseId, 'stories', { column: 'parent_id', id: String(top?.parent_id) }, former, 100);
    const counts = { stories: content.stories.length - 1, intents: content.intents.length };
    const { missing } = await changing(
      ctx,
      tx,
      storyRecord,
      recordId,
      'restore',
      async () => {
        const rows: Row[] = content.stories.map((row, index) => ({
          ...row,
          ...(index === 0 ? { name } : {}),
          version: Number(row.version) + 1,
        }));
        const standing = await findStanding(tx, enterpriseId, 'stories', 'story_id', rows);
        await unpackRows(
          tx,
          'stories',
          rows.filter(({ story_id }) => !standing.has(String(story_id))),
        );
        return unpackIntents(ctx, tx, content);
      },
      { counts },
    );
    await touchBot(tx, enterpriseId, content.botId, stampOf(ctx));
    return { name, missing };
  },
  purge: () => Promise.resolve(),
};

export const entityBin: BinDefinition = {
  edit: endpoints.entities.save,
  async restore(ctx, tx, { recordId, name: former, packed }) {
    const { enterpriseId } = ctx;
    const { botId, rows } = packed as PackedEntity;
    const [row] = rows as [Row];
    await accessBot(tx, enterpriseId, botId, { lock: true });
    const values = row.values as EntityValue[];
    const cost = costOf(patternsOf(values));
    if (cost > 0 && cost + (await readPatternCost(tx, enterpriseId, botId)) > mostPatternCost) {
      const fault = fieldError('values', 'entity.patterns_costly');
      throw new DomainError('entity.invalid', fault.message, { errors: [fault] });
    }
    const name = await freeNameOf(tx, enterpriseId, 'entities', { column: 'bot_id', id: botId }, former, 100);
    const content = { name, isSensitive: row.is_sensitive === true, values };
    await changing(ctx, tx, entityRecord, recordId, 'restore', async () => {
      await writeEntity(tx, enterpriseId, { botId, entityId: recordId, content, now: ctx.now(), isNew: true });
      await keepAge(tx, enterpriseId, 'entities', { column: 'entity_id', id: recordId }, row);
    });
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
    return { name, missing: [] };
  },
  purge: () => Promise.resolve(),
};
