import { genAiAuthType } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Metrics } from '#platform/telemetry/metrics.ts';
import type { Config } from '../../../config.ts';
import type { EnterpriseContext } from '../../../context.ts';
import {
  type AskedCall,
  accessOfType,
  type Completion,
  complete,
  converse,
  embed,
  type GenAiAccess,
  GenAiError,
  noteOutcome,
} from '../../integration/door.ts';

/** Dependencies of a call to an endpoint. */
export type GenAiDeps = { secrets: Secrets; config: Pick<Config, 'privateHosts'>; metrics: Pick<Metrics, 'questionVectors'> };

async function readAccess(tx: Read, { secrets, config }: GenAiDeps, enterpriseId: string, integrationId: string): Promise<GenAiAccess> {
  const row = await accessOfType(tx, enterpriseId, integrationId, genAiAuthType);
  return { ...row.settings, apiKey: secrets.decrypt(row.secret), allowedHosts: config.privateHosts };
}

/**
 * Asks the endpoint of a configuration, and notes there how that went.
 * @throws GenAiError when it gives no whole answer, DomainError integration.not_found
 */
export const ask = (ctx: EnterpriseContext, deps: GenAiDeps, integrationId: string, completion: Completion): Promise<string> =>
  noted(ctx, deps, integrationId, (access) => complete(access, completion));

/** The same with tools: the words of the endpoint, and the calls that it asks for. @throws as `ask` */
export const askWithTools = (
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  integrationId: string,
  completion: Completion,
): Promise<{ text: string; calls: AskedCall[] }> => noted(ctx, deps, integrationId, (access) => converse(access, completion));

async function noted<T>(
  ctx: EnterpriseContext,
  deps: GenAiDeps,
  integrationId: string,
  question: (access: GenAiAccess) => Promise<T>,
): Promise<T> {
  const access = await ctx.read((tx) => readAccess(tx, deps, ctx.enterpriseId, integrationId));
  try {
    const answer = await question(access);
    await noteOutcome(ctx, integrationId, '');
    return answer;
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
