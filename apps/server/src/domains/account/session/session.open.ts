import { createHash } from 'node:crypto';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import { newId } from '#platform/ids.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { notify } from '../notification/notification.service.ts';
import { placeOf } from './attempts.ts';
import { deleteSessions, insertSession, listOpenSessions, rememberPlace, rememberSignIn, updateLogin } from './identity.repository.ts';
import { describeDevice, identityTexts, limits } from './identity.rules.ts';
import { sessionRecord } from './session.record.ts';

/** The origin of a call, before anybody has signed in. */
export type Caller = { address: string; userAgent: string };

export type Opening = {
  user: { userId: string; name: string };
  caller: Caller;
  removeExisting: boolean;
  /** The session's provider, if an identity provider has vouched for it. */
  provider?: { kind: 'password' | 'sso'; connectionId: string; providerSession: string; providerSid: Buffer | null };
};

/** @throws DomainError login.session_exists, unless the caller has said that it may be ended (AUTH-083) */
export async function assertNoSession(ctx: EnterpriseContext, tx: Tx, userId: string): Promise<void> {
  const open = await listOpenSessions(tx, ctx.enterpriseId, userId, ctx.now());
  if (open.length > 0) throw new DomainError('login.session_exists', identityTexts.sessionExists, { sessionCount: open.length });
}

/**
 * Opens a session of a user who has just proved who they are, in place of those that are open. The user's row is locked by the caller.
 * @returns the token, and the sessions that ended, whose sockets are to be closed after the commit
 * @throws DomainError login.session_exists
 */
export async function openSession(ctx: EnterpriseContext, tx: Tx, opening: Opening): Promise<{ token: string; ended: string[] }> {
  const { enterpriseId } = ctx;
  const { user, caller, removeExisting, provider } = opening;
  const { userId, name } = user;
  const { address, userAgent } = caller;
  const now = ctx.now();
  if (!removeExisting) await assertNoSession(ctx, tx, userId);
  const ended = await deleteSessions(tx, enterpriseId, userId);
  const { token, hash } = makeToken();
  const sessionId = newId();
  await insertSession(tx, {
    enterpriseId,
    sessionId,
    userId,
    tokenHash: hash,
    address,
    userAgent: userAgent.slice(0, 500),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + limits.sessionMs),
    provedAt: now,
    ...provider,
  });
  await updateLogin(tx, enterpriseId, userId, { lastLoginAt: now });
  const device = describeDevice(userAgent);
  recordChange({ ...ctx, actor: { userId, name }, address }, tx, { record: sessionRecord, id: sessionId, action: 'login', name: device });
  await tellOfNewPlace(ctx, tx, userId, { device, address });
  return { token, ended };
}

async function tellOfNewPlace(ctx: EnterpriseContext, tx: Tx, userId: string, { device, address }: { device: string; address: string }) {
  const fingerprint = createHash('sha256')
    .update(`${device}|${networkOf(address)}`)
    .digest();
  const { isFirst, isKnown } = await rememberSignIn(tx, ctx.enterpriseId, userId, fingerprint, ctx.now());
  await rememberPlace(tx, ctx.enterpriseId, userId, placeOf(address), ctx.now());
  if (isFirst || isKnown) return;
  await notify(ctx, tx, [userId], {
    kind: 'new_sign_in',
    code: 'sign_in.new',
    values: { device, address },
    link: '/details/myprofile',
    cause: `${device}|${address}`,
  });
}
