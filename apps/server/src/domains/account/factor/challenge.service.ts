import { type FactorChallenge, factorKinds, factorLimits, showCounted, userStates } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { hashToken, makeToken } from '#platform/secrets/secrets.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { renderMail } from '../mail/mail.template.ts';
import { lockUser } from '../session/identity.repository.ts';
import { sessionRecord } from '../session/session.record.ts';
import { type FactorAnswer, isFactorRight } from './factor.check.ts';
import {
  type ChallengeRow,
  countCodeMails,
  deleteChallenges,
  findChallengeOwner,
  insertChallenge,
  listFactors,
  listFailures,
  listKinds,
  lockChallenge,
  saveFailures,
  updateChallenge,
} from './factor.repository.ts';
import { byStrength, hashMailCode, lockedForSeconds, mailsAnHour, makeMailCode, maskEmail, recentFailures } from './factor.rules.ts';
import { passkeyToUse, type WebOrigin } from './passkey.ts';

export type Person = { userId: string; name: string; email: string };
type Purpose = ChallengeRow['purpose'];

export const challengeOver = () =>
  new DomainError('login.challenge_over', 'This took too long or was tried too often. Please start again.', {});

/** The properties of its opening call that a challenge remembers. */
export type Beginning = Partial<Pick<ChallengeRow, 'sessionId' | 'removeExisting' | 'routePath' | 'passwordMark' | 'webauthn'>>;

/** A challenge that only the recipient of its id can answer. */
export async function openChallenge(
  ctx: EnterpriseContext,
  tx: Tx,
  { userId }: Person,
  purpose: Purpose,
  beginning: Beginning = {},
): Promise<{ id: string; challengeId: string }> {
  const { token: id, hash } = makeToken();
  const [challengeId, createdAt] = [newId(), ctx.now()];
  const expiresAt = new Date(createdAt.getTime() + factorLimits.challengeMinutes * 60_000);
  const { enterpriseId } = ctx;
  await insertChallenge(tx, {
    enterpriseId,
    challengeId,
    userId,
    purpose,
    tokenHash: hash,
    sessionId: null,
    passwordMark: null,
    codeHash: null,
    codeSentAt: null,
    ...beginning,
    createdAt,
    expiresAt,
  });
  return { id, challengeId };
}

/** Asks for one of the user's factors; one that can only be a code by mail is mailed at once. @returns undefined where the user has none */
export async function askForFactor(
  deps: Deps,
  ctx: EnterpriseContext,
  tx: Tx,
  user: Person,
  purpose: 'login' | 'proof',
  beginning: Beginning,
): Promise<FactorChallenge | undefined> {
  const authTypes = byStrength(await listKinds(tx, ctx.enterpriseId, user.userId));
  const [authType] = authTypes;
  if (authType === undefined) return undefined;
  const { id, challengeId } = await openChallenge(ctx, tx, user, purpose, beginning);
  const isMailed = authType === factorKinds.email && (await mailCode(deps, ctx, tx, user, { id, challengeId }));
  return { id, authType, authTypes, sentTo: isMailed ? maskEmail(user.email) : '' };
}

/** @returns whether it was mailed; not, when the user has had too many */
export async function mailCode(
  deps: Deps,
  ctx: EnterpriseContext,
  tx: Tx,
  user: Person,
  { id, challengeId }: { id: string; challengeId: string },
): Promise<boolean> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const sent = await countCodeMails(tx, enterpriseId, user.userId, new Date(now.getTime() - 3_600_000));
  if (sent >= mailsAnHour) return false;
  const code = makeMailCode();
  const challenge = await lockChallenge(tx, enterpriseId, challengeId);
  const mails = (challenge?.mails ?? 0) + 1;
  await updateChallenge(tx, enterpriseId, challengeId, { codeHash: hashMailCode(id, code), codeSentAt: now, mails });
  const brand = await readMailBrand(deps, tx, enterpriseId);
  const mail = renderMail(user.email, brand, {
    subject: `${code} is your ${brand.info.title} code`,
    greeting: `Hello ${user.name},`,
    paragraphs: [
      `Your code is ${code}. It works for ${factorLimits.challengeMinutes} minutes, where you were asked for it.`,
      'Tell it to nobody. If you were not asked for a code, somebody knows your password: please change it.',
    ],
  });
  await queueMail(deps, tx, mail);
  return true;
}

type Held = { ctx: EnterpriseContext; tx: Tx; user: Person & { passwordHash: string; passwordChangedAt: Date }; challenge: ChallengeRow };

/** The challenge of an id with its user, both locked. @throws DomainError login.challenge_over */
async function withChallenge<T>(deps: Deps, id: string, work: (held: Held) => Promise<T>): Promise<T> {
  const owner = await findChallengeOwner(deps.db, hashToken(id));
  if (!owner) throw challengeOver();
  const ctx = enterpriseContext(deps, owner.enterpriseId);
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, ctx.enterpriseId, owner.userId);
    const challenge = await lockChallenge(tx, ctx.enterpriseId, owner.challengeId);
    const isOpen = challenge && challenge.expiresAt > ctx.now() && challenge.failures < factorLimits.codes;
    if (!isOpen || user?.state !== userStates.active) throw challengeOver();
    return work({ ctx, tx, user, challenge });
  });
}

/** @throws DomainError login.challenge_over, login.mail_wait or login.mail_limit */
export function resendCode(deps: Deps, id: string): Promise<FactorChallenge> {
  return withChallenge(deps, id, async ({ ctx, tx, user, challenge }) => {
    const kinds = challenge.purpose === 'enrolment' ? [factorKinds.email] : await listKinds(tx, ctx.enterpriseId, user.userId);
    if (!kinds.includes(factorKinds.email)) throw challengeOver();
    const { codeSentAt, mails } = challenge;
    const waitMs = codeSentAt ? codeSentAt.getTime() + factorLimits.resendSeconds * 1000 - ctx.now().getTime() : 0;
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw new DomainError('login.mail_wait', `Please wait ${showCounted(retryAfterSeconds, 'second')} before the next mail.`, {
        retryAfterSeconds,
      });
    }
    const { challengeId } = challenge;
    if (mails > factorLimits.resends || !(await mailCode(deps, ctx, tx, user, { id, challengeId })))
      throw new DomainError('login.mail_limit', 'No more mails are sent for now. Please start again later, or use another way.', {});
    return { id, authType: factorKinds.email, authTypes: byStrength(kinds), sentTo: maskEmail(user.email) };
  });
}

/** @throws DomainError login.challenge_over, also where the user has no passkey */
export function askForPasskey(deps: Deps, id: string, page: WebOrigin): Promise<Record<string, unknown>> {
  return withChallenge(deps, id, async ({ ctx, tx, user, challenge }) => {
    const passkeys = (await listFactors(tx, ctx.enterpriseId, user.userId)).filter(({ kind }) => kind === factorKinds.passkey);
    if (passkeys.length === 0 || challenge.purpose === 'enrolment') throw challengeOver();
    const options = await passkeyToUse(page, passkeys);
    await updateChallenge(tx, ctx.enterpriseId, challenge.challengeId, { webauthn: options.challenge });
    return { ...options };
  });
}

type Outcome<T> = { result: T } | { left: number };

/**
 * Checks the answer to a challenge, and does `onRight` with it in one transaction, so that what counts once counts for one of two calls.
 * A wrong one is counted, however the call ends.
 * @throws DomainError login.challenge_over, login.factor_locked, login.code_wrong, or what `onRight` throws
 */
export async function answerChallenge<T>(
  deps: Deps,
  purpose: Purpose,
  answer: FactorAnswer,
  from: { address: string; device: string },
  onRight: (held: Held) => Promise<T>,
  isRight: (held: Held) => Promise<boolean> = (held) => isFactorRight({ deps, ...held, answer }),
): Promise<T> {
  const outcome = await withChallenge<Outcome<T>>(deps, answer.id, async (held) => {
    const { ctx, tx, user, challenge } = held;
    if (challenge.purpose !== purpose) throw challengeOver();
    const failedAt = await listFailures(tx, ctx.enterpriseId, user.userId);
    const retryAfterSeconds = lockedForSeconds(failedAt, ctx.now());
    if (retryAfterSeconds) throw factorLocked(retryAfterSeconds);
    if (await isRight(held)) {
      await deleteChallenges(tx, ctx.enterpriseId, user.userId, challenge);
      return { result: await onRight(held) };
    }
    return { left: await noteWrongCode(held, failedAt, from) };
  });
  if ('result' in outcome) return outcome.result;
  throw new DomainError('login.code_wrong', wrongCodeText(outcome.left), outcome);
}

const wrongCodeText = (left: number): string =>
  left === 0
    ? 'The code is wrong. Please start again.'
    : `The code is wrong. ${left === 1 ? 'One more try is' : `${left} more tries are`} left.`;

const factorLocked = (retryAfterSeconds: number) =>
  new DomainError('login.factor_locked', 'Too many wrong codes. Please try again tomorrow, or ask your administrator.', {
    retryAfterSeconds,
  });

/** @returns how many codes the attempt still takes */
async function noteWrongCode(
  { ctx, tx, user, challenge }: Held,
  failedAt: readonly Date[],
  { address, device }: { address: string; device: string },
): Promise<number> {
  const { enterpriseId } = ctx;
  const failures = challenge.failures + 1;
  await saveFailures(tx, enterpriseId, user.userId, [...recentFailures(failedAt, ctx.now()), ctx.now()]);
  await updateChallenge(tx, enterpriseId, challenge.challengeId, { failures });
  recordChange({ ...ctx, address }, tx, {
    record: sessionRecord,
    id: user.userId,
    action: 'login_failed',
    name: device,
    result: 'refused',
    reason: 'login.code_wrong',
  });
  return factorLimits.codes - failures;
}
