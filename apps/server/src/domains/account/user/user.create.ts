import type { UserRow } from '@parley/contract';
import { creating } from '#platform/audit/trail.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertMayGiveRoles, lockRoles } from '../access/role.service.ts';
import { presentUser } from './user.present.ts';
import { userRecord } from './user.record.ts';
import { addUser, getUserRow } from './user.service.ts';

export type UserInput = { name: string; emailId: string; password: string; roles: readonly number[] };

/**
 * Adds a user whose password the caller chooses (RBAC-040). An e-mail has one user in the whole installation, so a taken one is refused
 * here; invitations, which are the usual way, do not tell.
 * @throws DomainError user.invite_only, user.exists, role.not_found or role.beyond_own
 */
export async function createUser(deps: Deps, ctx: Ctx, { name, emailId, password, roles }: UserInput): Promise<UserRow> {
  if (deps.config.userMode === 'invite') throw new DomainError('user.invite_only', 'Users are invited here. Send an invitation.', {});
  const passwordHash = await hashNewPassword(password);
  try {
    return await ctx.transaction(async (tx) => {
      await lockRoles(tx, ctx.enterpriseId);
      await assertMayGiveRoles(ctx, tx, { userId: '', roles: [] }, roles);
      const user = { name: name.trim(), email: emailId, passwordHash, roles, activatedAt: ctx.now() };
      const userId = await creating(
        ctx,
        tx,
        userRecord,
        (id) => id,
        () => addUser(tx, ctx.enterpriseId, user),
      );
      return presentUser(ctx, tx, await getUserRow(tx, ctx.enterpriseId, userId));
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_key'
      ? new DomainError('user.exists', 'A user with this e-mail exists already.', { emailId })
      : error;
  }
}
