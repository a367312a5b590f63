import { authTypes, type QueryAnswer } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { type Query, type QueryRows, runQuery } from '../client/mysql.ts';
import { ServiceError, serviceTimeoutMs } from '../client/service.wire.ts';
import { integrationRecord } from '../integration/integration.record.ts';
import { accessOfType } from '../integration/integration.repository.ts';
import { noteOutcome } from '../integration/integration.service.ts';

/**
 * Runs a query on a configured database, for a user who tries it. The trail keeps the statement, and never the answer.
 * @throws DomainError integration.failed, integration.not_found
 */
export async function tryQuery(
  ctx: Ctx,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  integrationId: string,
  query: Query,
): Promise<QueryAnswer> {
  const row = await ctx.read((tx) => accessOfType(tx, ctx.enterpriseId, integrationId, authTypes.database));
  await ctx.transaction((tx) => {
    recordChange(ctx, tx, { record: integrationRecord, id: integrationId, action: 'test', name: row.name, reason: query.sql });
    return Promise.resolve();
  });
  const access = { ...row.settings, password: row.secret === '' ? '' : secrets.decrypt(row.secret) };
  const startedAt = performance.now();
  try {
    const found = await runQuery({ config }, access, query, { limit: row.settings.rowLimit, timeoutMs: serviceTimeoutMs });
    await noteOutcome(ctx, integrationId, '');
    return { ...found, tookMs: Math.round(performance.now() - startedAt) };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    // A wrong statement is no fault of the service: its health stays unchanged.
    throw new DomainError('integration.failed', error.message, { reason: error.message }, { cause: error });
  }
}

/**
 * Reads from a configured database for a stream, even if the configuration allows writing.
 * @throws DomainError integration.not_found; ServiceError with why there is no answer
 */
export async function readDatabase(
  ctx: EnterpriseContext,
  { config, secrets }: Pick<Deps, 'config' | 'secrets'>,
  integrationId: string,
  query: Query,
  limit: number,
): Promise<QueryRows> {
  const row = await ctx.read((tx) => accessOfType(tx, ctx.enterpriseId, integrationId, authTypes.database));
  const access = { ...row.settings, isReadOnly: true, password: row.secret === '' ? '' : secrets.decrypt(row.secret) };
  return runQuery({ config }, access, query, { limit, timeoutMs: serviceTimeoutMs });
}
