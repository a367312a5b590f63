import { constants, createHash, privateDecrypt, randomBytes } from 'node:crypto';
import { type FactorChallenge, type LoginRequest, userStates } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashPassword, verifyPassword } from '#platform/secrets/password.ts';
import type { Actor } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { assertCaptcha, renewCaptcha } from '../captcha/captcha.service.ts';
import { answerChallenge, askForFactor, challengeOver } from '../factor/challenge.service.ts';
import type { FactorAnswer } from '../factor/factor.check.ts';
import { beginAttempt, holdBackStrangers } from '../session/attempts.ts';
import { deleteSessions, findLogin, type LoginRow, lockUser } from '../session/identity.repository.ts';
import { describeDevice, identityTexts, safeRoutePath } from '../session/identity.rules.ts';
import { assertNoSession, type Caller, openSession } from '../session/session.open.ts';
import { sessionRecord } from '../session/session.record.ts';
import { closeSessions } from '../session/session.service.ts';
import { assertPasswordAllowed } from '../sso/sso.enforce.ts';
import { enqueueGuestRequest } from './guest-request.jobs.ts';
import { assertNetwork, passwordExpired, renewalOf } from './login.security.ts';

export type LoginAnswer = { token: string; routePath: string };

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
  // A user of single sign-on alone has no password, which must not be quicker to tell either.
  const isRight = await verifyPassword(login?.passwordHash || (await nobodysHash), password ?? '');
  if (!login || !isRight || password === undefined || login.state !== userStates.active) throw loginFailed();
  await succeed();
  if (!login.activatedAt) throw new DomainError('login.not_activated', identityTexts.notActivated, {});
  return login;
}

const passwordMark = (passwordHash: string): Buffer => createHash('sha256').update(passwordHash).digest();

type Opened = { token: string; ended: string[] };
/** The answer instead of a session: the code that sets another password. */
type Renewal = { resetCode: string };
/** The result of a right password: the session, or the question for the second factor. */
type FirstStep = Opened | Renewal | { challenge: FactorChallenge };

async function takeFirstStep(deps: Deps, login: LoginRow, request: LoginRequest, caller: Caller): Promise<FirstStep> {
  const { enterpriseId, userId } = login;
  const { removeExistingSession: removeExisting, routePath } = request;
  const ctx = enterpriseContext(deps, enterpriseId);
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    // Changed between the check and the lock: a reset or a deactivation must not leave a session behind.
    if (user?.passwordHash !== login.passwordHash || user.state !== userStates.active) throw loginFailed();
    await assertNetwork(tx, enterpriseId, caller.address);
    await assertPasswordAllowed(tx, enterpriseId, userId);
    if (!removeExisting) await assertNoSession(ctx, tx, userId);
    const beginning = { removeExisting, routePath: safeRoutePath(routePath), passwordMark: passwordMark(user.passwordHash) };
    const challenge = await askForFactor(deps, ctx, tx, user, 'login', beginning);
    if (challenge) return { challenge };
    const resetCode = await renewalOf(ctx, tx, user);
    return resetCode ? { resetCode } : openSession(ctx, tx, { user, caller, removeExisting });
  });
}

/** Queues the failed sign-in: the owner of the e-mail, if there is one, is looked up after the answer. */
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
 * @throws DomainError captcha.wrong, login.locked, login.failed, login.not_activated, login.network, password.expired or login.session_exists
 */
export async function logIn(deps: Deps, request: LoginRequest, caller: Caller): Promise<LoginAnswer | FactorChallenge> {
  await assertCaptcha(deps, 'login', request);
  const login = await proveLogin(deps, request, caller).catch(async (error: unknown) => {
    await noteFailure(deps, request, caller, error);
    throw error;
  });
  try {
    const step = await takeFirstStep(deps, login, request, caller);
    if ('challenge' in step) return step.challenge;
    if ('resetCode' in step) throw passwordExpired(step.resetCode);
    closeSessions(deps.hub, step.ended);
    return { token: step.token, routePath: safeRoutePath(request.routePath) };
  } catch (error) {
    // The question is answered by the same call once more, with the captcha that was right already.
    if (error instanceof DomainError && error.code === 'login.session_exists') await renewCaptcha(deps, 'login', request);
    throw error;
  }
}

/**
 * Completes a sign-in by the second factor. The password must still be the one that was right.
 * @throws DomainError login.code_wrong, login.challenge_over, login.factor_locked, password.expired or login.session_exists
 */
export async function completeLogin(deps: Deps, answer: FactorAnswer, caller: Caller): Promise<LoginAnswer> {
  const from = { address: caller.address, device: describeDevice(caller.userAgent) };
  type Step = Renewal | (Opened & { routePath: string });
  const step = await answerChallenge<Step>(deps, 'login', answer, from, async ({ ctx, tx, user, challenge }) => {
    if (!challenge.passwordMark?.equals(passwordMark(user.passwordHash))) throw challengeOver();
    await assertPasswordAllowed(tx, ctx.enterpriseId, user.userId);
    const resetCode = await renewalOf(ctx, tx, user);
    if (resetCode) return { resetCode };
    const opened = await openSession(ctx, tx, { user, caller, removeExisting: challenge.removeExisting });
    return { ...opened, routePath: challenge.routePath };
  });
  if ('resetCode' in step) throw passwordExpired(step.resetCode);
  closeSessions(deps.hub, step.ended);
  return { token: step.token, routePath: step.routePath };
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
