import { changing } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import { verifyPassword } from '#platform/secrets/password.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { beginAttempt } from '../session/attempts.ts';
import { deleteSessions, endAccountLinks, lockUser, updateLogin } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { userRecord } from '../user/user.record.ts';
import { accessUser } from '../user/user.service.ts';

/**
 * Sets another user's password, proved by the own one: an open screen is not enough to take an account over (RBAC-030).
 * @throws DomainError user.not_found, role.beyond_own, password.wrong, or login.locked after too many wrong ones
 */
export async function resetUserPassword(
  deps: Deps,
  ctx: Ctx,
  userId: string,
  input: { adminPassword: string; password: string },
): Promise<void> {
  const { enterpriseId, actor } = ctx;
  await ctx.transaction((tx) => accessUser(ctx, tx, userId));
  const succeed = await beginAttempt(deps, `change:${actor.userId}`, ctx.address);
  const own = await ctx.transaction((tx) => lockUser(tx, enterpriseId, actor.userId));
  if (!own || !(await verifyPassword(own.passwordHash, input.adminPassword)))
    throw new DomainError('password.wrong', 'Your own password is wrong.', {});
  await succeed();
  const passwordHash = await hashNewPassword(input.password);
  const ended = await ctx.transaction(async (tx) => {
    // Asked again: hashing takes its time, and the user may have been given more since.
    await accessUser(ctx, tx, userId);
    await lockUser(tx, enterpriseId, userId);
    await changing(ctx, tx, userRecord, userId, 'reset_password', () => updateLogin(tx, enterpriseId, userId, { passwordHash }));
    await endAccountLinks(tx, enterpriseId, userId, 'reset', ctx.now());
    return deleteSessions(tx, enterpriseId, userId);
  });
  closeSessions(ctx.hub, ended);
}
