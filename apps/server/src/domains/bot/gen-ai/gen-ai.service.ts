import type { Tx } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Metrics } from '#platform/telemetry/metrics.ts';
import type { Config } from '../../../config.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { accessIntegration, noteOutcome, recordTest } from '../../integration/door.ts';
import { type Completion, complete, embed, type GenAiAccess, GenAiError } from './gen-ai.client.ts';

/** What reaching an endpoint takes of the program. */
export type GenAiDeps = { secrets: Secrets; config: Pick<Config, 'privateHosts'>; metrics: Pick<Metrics, 'questionVectors'> };

async function readAccess(tx: Tx, { secrets, config }: GenAiDeps, enterpriseId: string, integrationId: string): Promise<GenAiAccess> {
  const row = await accessIntegration(tx, enterpriseId, integrationId);
  return { ...row.settings, apiKey: secrets.decrypt(row.secret), allowedHosts: config.privateHosts };
}

/**
 * Asks the endpoint of a configuration, and notes there how that went.
 * @throws GenAiError when it gives no whole answer, DomainError integration.not_found
 */
export async function ask(ctx: EnterpriseContext, deps: GenAiDeps, integrationId: string, completion: Completion): Promise<string> {
  const access = await ctx.read((tx) => readAccess(tx, deps, ctx.enterpriseId, integrationId));
  try {
    const text = await complete(access, completion);
    await noteOutcome(ctx, integrationId, '');
    return text;
  } catch (error) {
    if (error instanceof GenAiError) await noteOutcome(ctx, integrationId, error.message);
    throw error;
  }
}

/**
 * The vectors that the embedding model of a configuration gives for some texts; a failure is noted there.
 * @throws GenAiError when it gives not one for each, DomainError integration.not_found
 */
export async function embedTexts(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  integrationId: string,
  { texts, timeoutMs }: { texts: readonly string[]; timeoutMs: number },
): Promise<number[][]> {
  const access = await ctx.read((tx) => readAccess(tx, deps, ctx.enterpriseId, integrationId));
  try {
    return await embed(access, texts, timeoutMs);
  } catch (error) {
    if (error instanceof GenAiError) await noteOutcome(ctx, integrationId, error.message);
    throw error;
  }
}

const testTimeoutMs = 15_000;

/** One short question, and one vector where a model for that is named, for the Test button. */
export async function testIntegration(ctx: Ctx, deps: GenAiDeps, integrationId: string) {
  const row = await ctx.read((tx) => accessIntegration(tx, ctx.enterpriseId, integrationId));
  const answered = await testAnswer(ctx, deps, integrationId);
  const embedding = row.settings.embeddingModel === '' ? null : await testEmbedding(ctx, deps, integrationId);
  await recordTest(ctx, row, answered.reason || (embedding?.reason ?? ''));
  return { ...answered, embedding };
}

async function testEmbedding(ctx: EnterpriseContext, deps: GenAiDeps, integrationId: string) {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const [vector] = await embedTexts(ctx, deps, integrationId, { texts: ['When are you open?'], timeoutMs: testTimeoutMs });
    return { isWorking: true, reason: '', tookMs: took(), dimension: vector?.length ?? 0 };
  } catch (error) {
    if (!(error instanceof GenAiError)) throw error;
    return { isWorking: false, reason: error.message, tookMs: took(), dimension: 0 };
  }
}

async function testAnswer(ctx: EnterpriseContext, deps: GenAiDeps, integrationId: string) {
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const reply = await ask(ctx, deps, integrationId, {
      messages: [{ role: 'user', content: 'Answer with the single word: ready' }],
      maxTokens: 16,
      timeoutMs: testTimeoutMs,
    });
    return { isWorking: true, reason: '', tookMs: took(), reply: reply.slice(0, 200) };
  } catch (error) {
    if (!(error instanceof GenAiError)) throw error;
    return { isWorking: false, reason: error.message, tookMs: took(), reply: '' };
  }
}
