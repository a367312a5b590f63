import { userStates } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { deleteProviderSessions, findConnection } from '../connection/sso.repository.ts';
import { ScimError } from '../directory/scim.errors.ts';
import type { ScimUserRow } from '../directory/scim.repository.ts';
import { listAdministrators, tellAdministrators } from '../notification/administrators.ts';
import { closeSessions } from '../session/session.service.ts';
import { findUserNames } from '../user/user.names.ts';
import { bringBack, endUser } from '../user/user.state.ts';
import { type Passed, passWork } from '../user/user.work.ts';
import type { Scim } from './scim.access.ts';

/**
 * Deactivates under the same guards as by hand. Nobody is there to choose who takes the work, so the connection's heir does. If the heir
 * cannot, or is the leaver, the user who stands for the connection takes it, or another administrator.
 * @returns the sessions that have ended
 */
export async function setActive(scim: Scim, tx: Tx, { userId, state }: ScimUserRow, isActive: boolean): Promise<string[]> {
  const { ctx, connection } = scim;
  if ((state === userStates.active) === isActive) return [];
  if (isActive) {
    await bringBack(ctx, tx, userId);
    return [];
  }
  const stands = (await findConnection(tx, ctx.enterpriseId, connection.connectionId)) ?? connection;
  const { ended } = await endUser(ctx, tx, userId, async (user) => {
    const others = [stands.editedBy, ...(await listAdministrators(tx, ctx.enterpriseId)).sort()];
    const passed = await passWork(ctx, tx, user, { named: stands.scimHeir, others });
    if (passed.isNamedUnfit) await tellOfOthers(scim, tx, user, { heir: stands.scimHeir, passed });
  });
  return ended;
}

async function tellOfOthers(
  { ctx, connection }: Scim,
  tx: Tx,
  user: { userId: string; name: string },
  { heir, passed }: { heir: string | null; passed: Passed },
): Promise<void> {
  const takers = [...new Set(Object.values(passed.heirs))].filter((userId) => userId !== heir);
  const [heirName = '', ...names] = await findUserNames(tx, ctx.enterpriseId, [heir, ...takers]);
  await tellAdministrators(ctx, tx, {
    code: 'scim.heir_unfit',
    values: { user: user.name, connection: connection.name, heir: heirName || '–', users: names.join(', ') || '–' },
    link: '/admin/sso',
    cause: `scim heir ${user.userId}`,
  });
}

/**
 * Handles a refused deactivation: ends the provider's sessions of the leaver, and notifies administrators, who can do what the provider may
 * not.
 */
export async function noteStaying({ ctx, connection }: Scim, userId: string, error: unknown): Promise<void> {
  if (!(error instanceof DomainError || error instanceof ScimError)) return;
  const { enterpriseId, connectionId } = connection;
  const ended = await ctx.transaction(async (tx) => {
    const [user = ''] = await findUserNames(tx, enterpriseId, [userId]);
    const values = { user, connection: connection.name, reason: error.message };
    await tellAdministrators(ctx, tx, { code: 'scim.refused', values, link: '/admin/users', cause: `scim refused ${userId}` });
    return deleteProviderSessions(tx, enterpriseId, connectionId, { userId });
  });
  closeSessions(
    ctx.hub,
    ended.map(({ sessionId }) => sessionId),
  );
}
