import type { KnowledgeEmbedding } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessBot } from '../bot/bot.repository.ts';
import { embedKnowledge } from './embedding.jobs.ts';
import { dropEmbedding, type EmbeddingRow, findEmbedding, findSpace, saveRequest } from './embedding.repository.ts';

const off: KnowledgeEmbedding = { state: 'OFF', model: '', dimension: 0, embeddedCount: 0, textCount: 0, reason: '', retryAt: null };

const presentEmbedding = (row: EmbeddingRow | undefined): KnowledgeEmbedding => {
  if (!row) return off;
  const { state, model, dimension, embeddedCount, textCount, reason, retryAt } = row;
  return { state, model, dimension, embeddedCount, textCount, reason, retryAt: retryAt?.toISOString() ?? null };
};

/** Has what a bot knows embedded, where its configuration names a model for that; in the transaction that changes what it knows, or the model. */
export async function requestEmbedding(ctx: EnterpriseContext, tx: Tx, botId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const { knowledge } = await accessBot(tx, enterpriseId, botId);
  const space = await findSpace(tx, enterpriseId, knowledge.genAiConfigId);
  if (!space) {
    await dropEmbedding(tx, { enterpriseId, botId });
    return;
  }
  await saveRequest(tx, { enterpriseId, botId }, space, ctx.now());
  await ctx.jobs.enqueue(tx, embedKnowledge, { enterpriseId, botId });
}

/** The same for all bots that have chosen a configuration. */
export async function requestEmbeddingOfUsers(ctx: EnterpriseContext, tx: Tx, integrationId: string): Promise<void> {
  const bots = await tx
    .selectFrom('bots')
    .select('botId')
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where(sql`knowledge->>'genAiConfigId'`, '=', integrationId)
    .orderBy('botId')
    .execute();
  for (const { botId } of bots) await requestEmbedding(ctx, tx, botId);
}

export const getEmbedding = (ctx: Ctx, botId: string): Promise<KnowledgeEmbedding> =>
  ctx.read(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId);
    return presentEmbedding(await findEmbedding(tx, { enterpriseId: ctx.enterpriseId, botId }));
  });

/** @throws DomainError bot.not_found */
export const embedAgain = (ctx: Ctx, botId: string): Promise<KnowledgeEmbedding> =>
  ctx.transaction(async (tx) => {
    await accessBot(tx, ctx.enterpriseId, botId, { lock: true });
    await requestEmbedding(ctx, tx, botId);
    return presentEmbedding(await findEmbedding(tx, { enterpriseId: ctx.enterpriseId, botId }));
  });
