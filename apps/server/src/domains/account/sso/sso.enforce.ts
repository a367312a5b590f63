import { administratorRole, type SsoConnection, ssoLimits } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { ssoNotFound } from '../connection/sso.errors.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import {
  type ConnectionRow,
  deletePasswordSessions,
  findConnection,
  listEnforced,
  listExemptible,
  lockConnection,
  updateConnection,
} from '../connection/sso.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { presentConnection } from './sso.present.ts';

/** @throws DomainError sso.required where single sign-on is enforced and the user is not exempt */
export async function assertPasswordAllowed(tx: Tx, enterpriseId: string, userId: string): Promise<void> {
  if (!(await isPasswordAllowed(tx, enterpriseId, userId)))
    throw new DomainError('sso.required', 'Your enterprise signs in by single sign-on alone.', {});
}

/** A user who is exempt for one of several connections is exempt: each of them names somebody who gets in without it. */
export async function isPasswordAllowed(tx: Tx, enterpriseId: string, userId: string): Promise<boolean> {
  const enforced = await listEnforced(tx, enterpriseId);
  return enforced.length === 0 || enforced.some(({ exemptUserIds }) => exemptUserIds.includes(userId));
}

/**
 * Closes sign-in by password to everybody but exempt administrators, whose sessions by password end, the caller's excepted; or opens it again.
 * Nobody shuts their enterprise out: it has worked within the last hour, and one administrator gets in without it.
 * @throws DomainError sso.not_found, record.changed, sso.not_tested or sso.no_exempt
 */
export async function enforceConnection(
  deps: Deps,
  ctx: Ctx,
  connectionId: string,
  { isEnforced, exempt, version }: { isEnforced: boolean; exempt: readonly string[]; version: number },
): Promise<SsoConnection> {
  const { enterpriseId, actor } = ctx;
  const { connection, ended } = await ctx.transaction(async (tx) => {
    const row = await lockConnection(tx, enterpriseId, connectionId);
    if (!row) throw ssoNotFound();
    await assertVersion(ctx, tx, ssoRecord, { id: connectionId, version: row.version }, version);
    const exemptUserIds = isEnforced ? await listExemptible(tx, enterpriseId, exempt, administratorRole) : row.exemptUserIds;
    if (isEnforced) assertEnforceable(ctx, row, exempt, exemptUserIds);
    await changing(ctx, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { isEnforced, exemptUserIds, version: row.version + 1 }),
    );
    const ended = isEnforced ? await deletePasswordSessions(tx, enterpriseId, { userIds: exemptUserIds, sessionId: actor.sessionId }) : [];
    const saved = await findConnection(tx, enterpriseId, connectionId);
    if (!saved) throw ssoNotFound();
    return { connection: await presentConnection(deps, tx, saved), ended };
  });
  closeSessions(ctx.hub, ended);
  return connection;
}

function assertEnforceable(ctx: Ctx, { state, testedAt }: ConnectionRow, asked: readonly string[], exempt: readonly string[]): void {
  const since = ctx.now().getTime() - ssoLimits.testMinutes * 60_000;
  if (state !== 'on' || !testedAt || testedAt.getTime() < since)
    throw new DomainError('sso.not_tested', 'Switch the connection on, and test it within the last hour, first.', {});
  if (exempt.length === 0 || exempt.length < new Set(asked).size)
    throw new DomainError(
      'sso.no_exempt',
      'Name active administrators with a password and a second factor who can still sign in without it.',
      {},
    );
}
