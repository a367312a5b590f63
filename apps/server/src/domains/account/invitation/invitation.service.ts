import { type Invitation, userStates } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { assertMayGiveRoles, existingRoles, lockRoles } from '../access/role.service.ts';
import { readSecurity } from '../enterprise/security.repository.ts';
import { assertDepartments } from '../user/user.departments.ts';
import { findUserByEmail } from '../user/user.repository.ts';
import { mailInvitation } from './invitation.mail.ts';
import { presentInvitation } from './invitation.present.ts';
import { invitationRecord } from './invitation.record.ts';
import {
  type InvitationRow,
  insertInvitation,
  listPending,
  lockInvitation,
  lockNewest,
  updateInvitation,
} from './invitation.repository.ts';
import { domainAllows, nextSending, validMs } from './invitation.rules.ts';

type Asked = { emailId: readonly string[]; roles: readonly number[]; departments: readonly string[] };

const longestPage = 200;

const invitationNotFound = () => new DomainError('invitation.not_found', 'No such invitation.', {});

/**
 * Invites people by mail: all of them, or none. Whether an address has an account at another enterprise, the mail alone tells.
 * @throws DomainError user.exists, user.deactivated, invitation.domain, invitation.too_often, role.not_found, role.beyond_own or
 *   department.not_found
 */
export function invite(deps: Deps, ctx: Ctx, { emailId, roles, departments }: Asked): Promise<Invitation[]> {
  const { enterpriseId } = ctx;
  const emails = [...new Set(emailId.map((email) => email.toLowerCase()))].sort();
  const wanted = { roles: [...new Set(roles)].sort((one, other) => one - other), departmentIds: [...new Set(departments)] };
  return ctx.transaction(async (tx) => {
    await lockRoles(tx, enterpriseId);
    await assertMayGiveRoles(ctx, tx, { userId: '', roles: [] }, wanted.roles);
    await assertDepartments(tx, enterpriseId, wanted.departmentIds);
    const { domains } = await readSecurity(tx, enterpriseId);
    const invitations: Invitation[] = [];
    for (const email of emails) {
      if (!domainAllows(domains, email))
        throw new DomainError('invitation.domain', `Only addresses at ${domains.join(', ')} may be invited.`, { emailId: email, domains });
      await assertIsNew(tx, enterpriseId, email);
      invitations.push(await inviteOne(deps, ctx, tx, email, wanted));
    }
    return invitations;
  });
}

async function assertIsNew(tx: Tx, enterpriseId: string, email: string): Promise<void> {
  const user = await findUserByEmail(tx, enterpriseId, email);
  if (!user) return;
  throw user.state === userStates.active
    ? new DomainError('user.exists', `${email} is a user already.`, { emailId: email })
    : new DomainError('user.deactivated', `${email} belongs to a deactivated user. Activate the user instead.`, {
        emailId: email,
        uId: user.userId,
      });
}

async function inviteOne(deps: Deps, ctx: Ctx, tx: Tx, email: string, wanted: { roles: number[]; departmentIds: string[] }) {
  const { enterpriseId, actor } = ctx;
  const newest = await lockNewest(tx, enterpriseId, email);
  if (newest?.state === 'pending') {
    await changing(ctx, tx, invitationRecord, newest.invitationId, 'send', () => send(deps, ctx, tx, newest, wanted));
    return present(ctx, tx, newest.invitationId);
  }
  const invitationId = newId();
  const { token, hash } = makeToken();
  const now = ctx.now();
  await creating(
    ctx,
    tx,
    invitationRecord,
    () => invitationId,
    () =>
      insertInvitation(tx, {
        enterpriseId,
        invitationId,
        email,
        ...wanted,
        tokenHash: hash,
        expiresAt: new Date(now.getTime() + validMs),
        sentAt: sendingAgain(newest?.sentAt ?? [], email, now),
        invitedBy: actor.userId,
      }),
  );
  await mailInvitation(deps, ctx, tx, email, token);
  return present(ctx, tx, invitationId);
}

/** Another mail with a new link; those of before end. */
async function send(deps: Deps, ctx: Ctx, tx: Tx, invitation: InvitationRow, change: { roles?: number[]; departmentIds?: string[] } = {}) {
  const { token, hash } = makeToken();
  const now = ctx.now();
  await updateInvitation(tx, ctx.enterpriseId, invitation.invitationId, {
    ...change,
    tokenHash: hash,
    expiresAt: new Date(now.getTime() + validMs),
    sentCount: invitation.sentCount + 1,
    sentAt: sendingAgain(invitation.sentAt, invitation.email, now),
    invitedBy: ctx.actor.userId,
  });
  await mailInvitation(deps, ctx, tx, invitation.email, token);
}

function sendingAgain(sentAt: readonly Date[], email: string, now: Date): Date[] {
  const next = nextSending(sentAt, now);
  if ('retryAfterSeconds' in next)
    throw new DomainError('invitation.too_often', `${email} has had several mails within the hour. Please wait.`, {
      emailId: email,
      retryAfterSeconds: next.retryAfterSeconds,
    });
  return next.sentAt;
}

async function present(ctx: Ctx, tx: Tx, invitationId: string): Promise<Invitation> {
  const row = await lockInvitation(tx, ctx.enterpriseId, invitationId);
  if (!row) throw invitationNotFound();
  return presentInvitation(row, ctx.now());
}

/** Lists invitations that nobody has accepted, the newest first; an expired one stays until it is sent again or revoked. */
export function listInvitations(ctx: Ctx, { from, perPage }: { from: number; perPage: number }) {
  const limit = perPage === -1 ? longestPage : perPage;
  return ctx.read(async (tx) => {
    const rows = await listPending(tx, ctx.enterpriseId, { from, limit: limit + 1 });
    return { invitations: rows.slice(0, limit).map((row) => presentInvitation(row, ctx.now())), more: rows.length > limit };
  });
}

async function accessPending(ctx: Ctx, tx: Tx, invitationId: string): Promise<InvitationRow> {
  const row = await lockInvitation(tx, ctx.enterpriseId, invitationId);
  if (row?.state !== 'pending') throw invitationNotFound();
  return row;
}

/** @throws DomainError invitation.not_found, invitation.too_often, or role.beyond_own: a link gives the roles of its invitation */
export function resendInvitation(deps: Deps, ctx: Ctx, invitationId: string): Promise<Invitation> {
  return ctx.transaction(async (tx) => {
    await lockRoles(tx, ctx.enterpriseId);
    const row = await accessPending(ctx, tx, invitationId);
    await assertMayGiveRoles(ctx, tx, { userId: '', roles: [] }, await existingRoles(tx, ctx.enterpriseId, row.roles));
    await changing(ctx, tx, invitationRecord, invitationId, 'send', () => send(deps, ctx, tx, row));
    return present(ctx, tx, invitationId);
  });
}

/** @throws DomainError invitation.not_found */
export function revokeInvitation(ctx: Ctx, invitationId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessPending(ctx, tx, invitationId);
    await changing(ctx, tx, invitationRecord, invitationId, 'cancel', () =>
      updateInvitation(tx, ctx.enterpriseId, invitationId, { state: 'revoked' }),
    );
  });
}
