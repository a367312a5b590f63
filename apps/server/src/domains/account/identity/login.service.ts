import { constants, createHash, privateDecrypt, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { LoginRequest } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { networkOf } from '#platform/http/failure-limit.ts';
import { hashPassword, verifyPassword } from '#platform/secrets/password.ts';
import { makeToken } from '#platform/secrets/secrets.ts';
import type { Actor } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { notify } from '../notification/notification.service.ts';
import { beginAttempt, holdBackStrangers, placeOf } from './attempts.ts';
import { assertCaptcha, renewCaptcha } from './captcha.service.ts';
import { enqueueGuestRequest } from './guest-request.jobs.ts';
import {
  deleteSessions,
  findLogin,
  insertSession,
  type LoginRow,
  listOpenSessions,
  lockUser,
  rememberPlace,
  rememberSignIn,
  updateLogin,
} from './identity.repository.ts';
import { describeDevice, identityTexts, limits, safeRoutePath } from './identity.rules.ts';
import { sessionRecord } from './session.record.ts';
import { closeSessions } from './session.service.ts';

/** Where a call comes from, before anybody has signed in. */
export type Caller = { address: string; userAgent: string };

const digest = (text: string) => createHash('sha256').update(text).digest();

/** An unknown e-mail costs the same work as a known one: its password is checked against this. */
const nobodysHash = hashPassword(randomBytes(16).toString('hex'));

const loginFailed = () => new DomainError('login.failed', identityTexts.loginFailed, {});

/** The password as it was typed: with encryption on it arrives under the installation's key (AUTH-048, AUTH-050). */
function readPassword(key: string | undefined, password: string): string | undefined {
  if (!key) return password;
  try {
    const sealed = Buffer.from(password, 'base64');
    return privateDecrypt({ key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }, sealed).toString('utf8');
  } catch {
    return undefined;
  }
}

/** @throws DomainError login.locked, login.failed or login.not_activated */
async function proveLogin(deps: Deps, request: LoginRequest, { address }: Caller): Promise<LoginRow> {
  const email = request.email.toLowerCase();
  const succeed = await beginAttempt(deps, `login:${email}`, address);
  await holdBackStrangers(deps, email, address);
  const password = readPassword(deps.config.encryptionPrivateKey, request.password);
  const login = await findLogin(deps.db, email);
  const isRight = await verifyPassword(login?.passwordHash ?? (await nobodysHash), password ?? '');
  if (!login || !isRight || password === undefined || login.state !== 1) throw loginFailed();
  await succeed();
  if (!login.activatedAt) throw new DomainError('login.not_activated', identityTexts.notActivated, {});
  return login;
}

/** Opens the session; sessions that are open already are asked about, or ended when the caller has said so (AUTH-083). */
async function openSession(deps: Deps, login: LoginRow, removeExisting: boolean, { address, userAgent }: Caller) {
  const { enterpriseId, userId } = login;
  const ctx = enterpriseContext(deps, enterpriseId);
  const now = deps.now();
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    // Changed between the check and the lock: a reset or a deactivation must not leave a session behind.
    if (user?.passwordHash !== login.passwordHash || user.state !== 1) throw loginFailed();
    const open = await listOpenSessions(tx, enterpriseId, userId, now);
    if (open.length > 0 && !removeExisting)
      throw new DomainError('login.session_exists', identityTexts.sessionExists, { sessionCount: open.length });
    const ended = await deleteSessions(tx, enterpriseId, userId);
    const { token, hash } = makeToken();
    const sessionId = randomUUIDv7();
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
    });
    await updateLogin(tx, enterpriseId, userId, { lastLoginAt: now });
    const device = describeDevice(userAgent);
    recordChange({ ...ctx, actor: { userId, name: user.name }, address }, tx, {
      record: sessionRecord,
      id: sessionId,
      action: 'login',
      name: device,
    });
    const { isFirst, isKnown } = await rememberSignIn(tx, enterpriseId, userId, digest(`${device}|${networkOf(address)}`), now);
    await rememberPlace(tx, enterpriseId, userId, placeOf(address), now);
    if (!isFirst && !isKnown)
      await notify(ctx, tx, [userId], {
        kind: 'new_sign_in',
        code: 'sign_in.new',
        values: { device, address },
        link: '/details/myprofile',
        cause: `${device}|${address}`,
      });
    return { token, ended };
  });
}

/** Whose e-mail it was, if anybody's, is asked after the answer. */
async function noteFailure(deps: Deps, { email }: LoginRequest, { address, userAgent }: Caller, error: unknown): Promise<void> {
  if (!(error instanceof DomainError) || (error.code !== 'login.failed' && error.code !== 'login.locked')) return;
  const isLocked = error.code === 'login.locked';
  await enqueueGuestRequest(deps, {
    kind: 'login_failed',
    email: email.toLowerCase(),
    address,
    device: describeDevice(userAgent),
    isLocked,
  });
}

/**
 * Signs in. A wrong e-mail and a wrong password look alike, in words and in work.
 * @throws DomainError captcha.wrong, login.locked, login.failed, login.not_activated or login.session_exists
 */
export async function logIn(deps: Deps, request: LoginRequest, caller: Caller): Promise<{ token: string; routePath: string }> {
  await assertCaptcha(deps, 'login', request);
  const login = await proveLogin(deps, request, caller).catch(async (error: unknown) => {
    await noteFailure(deps, request, caller, error);
    throw error;
  });
  try {
    const { token, ended } = await openSession(deps, login, request.removeExistingSession, caller);
    closeSessions(deps.hub, ended);
    return { token, routePath: safeRoutePath(request.routePath) };
  } catch (error) {
    // The question is answered by the same call once more, with the captcha that was right already.
    if (error instanceof DomainError && error.code === 'login.session_exists') await renewCaptcha(deps, 'login', request);
    throw error;
  }
}

/** Signing out twice, or without a session, is as good as once. */
export async function logOut(deps: Deps, actor: Actor | undefined, address: string): Promise<void> {
  if (!actor) return;
  const { enterpriseId, userId, sessionId } = actor;
  const ctx = enterpriseContext(deps, enterpriseId);
  const ended = await ctx.transaction((tx) => {
    recordChange({ ...ctx, actor, address }, tx, { record: sessionRecord, id: sessionId, action: 'logout' });
    return deleteSessions(tx, enterpriseId, userId, { only: sessionId });
  });
  closeSessions(deps.hub, ended);
}
