import { type Auditing, creating, recordChange } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import { hashToken } from '#platform/secrets/secrets.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { existingRoles, lockRoles } from '../access/role.service.ts';
import { findDepartments, replaceUserDepartments } from '../user/user.departments.ts';
import { userRecord } from '../user/user.record.ts';
import { addUser } from '../user/user.service.ts';
import { invitationRecord } from './invitation.record.ts';
import { findByToken, type InvitationRow, lockInvitation, lockNewest, updateInvitation } from './invitation.repository.ts';

const invitationInvalid = () => new DomainError('invitation.invalid', 'This invitation is no longer valid', {});

/** @throws DomainError invitation.invalid */
async function findEnterprise(deps: Deps, token: string) {
  const found = await findByToken(deps.db, hashToken(token));
  if (!found) throw invitationInvalid();
  return { ctx: enterpriseContext(deps, found.enterpriseId), ...found };
}

/** The invitation and those of its roles that still exist. @throws DomainError invitation.invalid when it is used or over, or none exists */
async function accessOpen(deps: Deps, tx: Tx, enterpriseId: string, invitationId: string): Promise<InvitationRow> {
  const row = await lockInvitation(tx, enterpriseId, invitationId);
  if (row?.state !== 'pending' || row.expiresAt <= deps.now()) throw invitationInvalid();
  const roles = await existingRoles(tx, enterpriseId, row.roles);
  if (roles.length === 0) throw invitationInvalid();
  return { ...row, roles };
}

/** Reads the content of the link's page. */
export async function readInvitation(deps: Deps, token: string): Promise<{ enterpriseName: string; emailId: string }> {
  const { ctx, enterpriseId, invitationId } = await findEnterprise(deps, token);
  return ctx.transaction(async (tx) => {
    const { email } = await accessOpen(deps, tx, enterpriseId, invitationId);
    const { name } = await tx.selectFrom('enterprises').select('name').where('enterpriseId', '=', enterpriseId).executeTakeFirstOrThrow();
    return { enterpriseName: name, emailId: email };
  });
}

/**
 * Makes the user. Of two who accept at once the lock of the invitation lets one through.
 * @throws DomainError invitation.invalid, or invitation.elsewhere when the address has an account by now
 */
export async function acceptInvitation(
  deps: Deps,
  token: string,
  { name, password, address }: { name: string; password: string; address: string },
): Promise<void> {
  const { ctx, enterpriseId, invitationId } = await findEnterprise(deps, token);
  const passwordHash = await hashNewPassword(password);
  try {
    await ctx.transaction(async (tx) => {
      await lockRoles(tx, enterpriseId);
      const { email, roles, departmentIds } = await accessOpen(deps, tx, enterpriseId, invitationId);
      const departments = await findDepartments(tx, enterpriseId, departmentIds);
      const user = { name: name.trim(), email, passwordHash, roles, activatedAt: deps.now() };
      const userId = await addUser(tx, enterpriseId, user);
      await replaceUserDepartments(tx, enterpriseId, userId, departments);
      await updateInvitation(tx, enterpriseId, invitationId, { state: 'accepted' });
      const auditing = { ...ctx, actor: { userId, name: user.name }, address };
      await creating(
        auditing,
        tx,
        userRecord,
        () => userId,
        () => Promise.resolve(),
      );
      recordChange(auditing, tx, { record: invitationRecord, id: invitationId, action: 'activate', name: email });
    });
  } catch (error) {
    throw violatedConstraint(error) === 'users_email_key'
      ? new DomainError('invitation.elsewhere', 'This e-mail address has an account already. Ask to be invited by another address.', {})
      : error;
  }
}

/**
 * Accepts the open invitation of an address whose owner an identity provider vouches for, instead of by the link of the mail.
 * @returns its roles that still exist, and its departments; undefined without one
 */
export async function takeInvitation(
  auditing: Auditing,
  tx: Tx,
  email: string,
): Promise<{ roles: number[]; departments: string[] } | undefined> {
  const { enterpriseId } = auditing;
  const row = await lockNewest(tx, enterpriseId, email);
  if (row?.state !== 'pending' || row.expiresAt <= auditing.now()) return undefined;
  await updateInvitation(tx, enterpriseId, row.invitationId, { state: 'accepted' });
  recordChange(auditing, tx, { record: invitationRecord, id: row.invitationId, action: 'activate', name: email });
  return {
    roles: await existingRoles(tx, enterpriseId, row.roles),
    departments: await findDepartments(tx, enterpriseId, row.departmentIds),
  };
}
