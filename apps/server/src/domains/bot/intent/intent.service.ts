import type { Intent, IntentSave } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx } from '../../../context.ts';
import { accessBot, touchBot } from '../bot/bot.repository.ts';
import { stampOf } from '../bot/bot.service.ts';
import { assertUnused } from '../bot/bot.uses.ts';
import { packIntent } from '../bot/bot-parts.pack.ts';
import { saving } from '../bot/saving.ts';
import { listEntityNames } from '../entity/entity.repository.ts';
import { accessStory } from '../story/story.service.ts';
import { intentRecord } from './intent.record.ts';
import { accessIntent, type IntentRow, intentNotFound, listIntentRows, listUtterances, writeIntent } from './intent.repository.ts';
import { checkIntent } from './intent.rules.ts';

const mostListed = 1000;

export function listIntents(ctx: Ctx, botId: string, storyId: string, filter: { name: string; from: number; perPage: number }) {
  const limit = filter.perPage === -1 ? mostListed : filter.perPage;
  return ctx.read(async (tx) => {
    await accessStory(tx, ctx.enterpriseId, botId, storyId);
    const rows = await listIntentRows(tx, ctx.enterpriseId, storyId, { name: filter.name.trim(), from: filter.from, limit: limit + 1 });
    const intents = rows.slice(0, limit).map((row) => ({
      id: row.intentId,
      name: row.name,
      storyId: row.storyId,
      utteranceCount: row.utteranceCount,
      updatedAt: row.updatedAt.toISOString(),
    }));
    return { intents, more: rows.length > limit };
  });
}

export function listIntentNames(ctx: Ctx, botId: string) {
  return ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return tx
      .selectFrom('intents')
      .innerJoin('stories', (join) =>
        join.onRef('stories.enterpriseId', '=', 'intents.enterpriseId').onRef('stories.storyId', '=', 'intents.storyId'),
      )
      .select(['intents.intentId as id', 'intents.name', 'intents.storyId', 'stories.name as storyName'])
      .where('intents.enterpriseId', '=', ctx.enterpriseId)
      .where('intents.botId', '=', botId)
      .orderBy('intents.name')
      .limit(mostListed)
      .execute();
  });
}

async function presentIntent(tx: Read, row: IntentRow): Promise<Intent> {
  const { enterpriseId, botId, intentId } = row;
  const [utterances, names] = await Promise.all([
    listUtterances(tx, enterpriseId, botId, intentId),
    listEntityNames(tx, enterpriseId, botId),
  ]);
  return {
    id: intentId,
    name: row.name,
    agentId: botId,
    storyId: row.storyId,
    utterances: utterances.map(({ text, refs }) => ({ utterance: text, entityDefined: refs.length > 0, entityRefs: refs })),
    responses: row.response === null ? [] : [{ response: row.response }],
    entities: row.parameters.map((parameter) => ({ ...parameter, entityName: names.get(parameter.id) ?? parameter.id })),
    handsOver: row.handsOver,
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** @throws DomainError bot.not_found, story.not_found or intent.not_found */
export function getIntent(ctx: Ctx, botId: string, storyId: string, intentId: string): Promise<Intent> {
  return ctx.read(async (tx) => {
    await accessStory(tx, ctx.enterpriseId, botId, storyId);
    const row = await accessIntent(tx, ctx.enterpriseId, botId, intentId);
    if (row.storyId !== storyId) throw intentNotFound();
    return presentIntent(tx, row);
  });
}

/**
 * Adds an intent or changes one.
 * @returns undefined when the bot has another intent of that name: nothing is saved then (INTENT-055, INTENT-058)
 * @throws DomainError intent.invalid with every fault, bot.not_found, story.not_found, intent.not_found or record.changed
 */
export async function saveIntent(ctx: Ctx, save: IntentSave): Promise<Intent | undefined> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  try {
    return await ctx.transaction(async (tx) => {
      await accessBot(tx, enterpriseId, save.agentId, { lock: true });
      await accessStory(tx, enterpriseId, save.agentId, save.storyId);
      const before = save.id ? await accessIntent(tx, enterpriseId, save.agentId, save.id) : undefined;
      if (before) await assertVersion(ctx, tx, intentRecord, { id: before.intentId, version: before.version }, save.version);
      const { content, errors } = checkIntent(save, new Set((await listEntityNames(tx, enterpriseId, save.agentId)).keys()));
      const [fault] = errors;
      if (fault) throw new DomainError('intent.invalid', fault.message, { errors });
      const intentId = before?.intentId ?? newId();
      // A caller that knows nothing of hand-overs leaves them as they are.
      const handsOver = save.handsOver ?? before?.handsOver ?? false;
      const isNew = before === undefined;
      await saving(ctx, tx, intentRecord, { id: intentId, isNew }, () =>
        writeIntent(tx, enterpriseId, { botId: save.agentId, intentId, content: { ...content, handsOver }, now, isNew }),
      );
      await touchBot(tx, enterpriseId, save.agentId, stampOf(ctx));
      return presentIntent(tx, await accessIntent(tx, enterpriseId, save.agentId, intentId));
    });
  } catch (error) {
    if (violatedConstraint(error) === 'intents_by_name') return undefined;
    throw error;
  }
}

/** @throws DomainError intent.in_use naming what goes on at it */
export function deleteIntent(ctx: Ctx, botId: string, storyId: string, intentId: string): Promise<void> {
  const { enterpriseId } = ctx;
  return ctx.transaction(async (tx) => {
    await accessBot(tx, enterpriseId, botId, { lock: true });
    await accessStory(tx, enterpriseId, botId, storyId);
    const row = await accessIntent(tx, enterpriseId, botId, intentId);
    if (row.storyId !== storyId) throw intentNotFound();
    await assertUnused(ctx, tx, 'intent', [intentId]);
    await ctx.bin.put(tx, ctx.actor.userId, [await packIntent(tx, enterpriseId, row)]);
    await changing(ctx, tx, intentRecord, intentId, 'delete', () =>
      tx.deleteFrom('intents').where('enterpriseId', '=', enterpriseId).where('intentId', '=', intentId).execute(),
    );
    await touchBot(tx, enterpriseId, botId, stampOf(ctx));
  });
}
