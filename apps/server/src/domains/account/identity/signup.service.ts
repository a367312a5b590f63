import { administratorRole, type SignupRequest, userStates, type z } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import { type Actor, can } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { assertCaptcha } from '../captcha/captcha.service.ts';
import { createEnterprise } from '../enterprise/enterprise.service.ts';
import { enqueueGuestRequest, type SignupForm } from '../login/guest-request.jobs.ts';
import { getLink, linkInvalid, mailActivation, mailTaken, mayMailAgain } from '../login/link.service.ts';
import { findLogin, lockUser, redeemAccountLink, updateLogin } from '../session/identity.repository.ts';
import { userRecord } from '../user/user.record.ts';
import { addUser } from '../user/user.service.ts';

/**
 * Tells whether an e-mail is free, as far as the caller may know: who may see users learns it of the own enterprise. To everybody else each
 * e-mail is free: whether it really is, a sign-up checks, and tells its holder alone, by mail.
 */
export async function isEmailUnique(deps: Deps, actor: Actor | undefined, email: string): Promise<boolean> {
  if (!actor || !can(actor, 'USERS.VIEW')) return true;
  return (await findLogin(deps.db, email))?.enterpriseId !== actor.enterpriseId;
}

/** Answers the same, and as soon, whether or not somebody has the e-mail already. */
export async function signUp(deps: Deps, request: z.output<typeof SignupRequest>): Promise<void> {
  if (deps.flags.hideSignup) throw new DomainError('account.signup_closed', 'Access Denied', {});
  await assertCaptcha(deps, 'signup', request);
  const { name, emailId, address, city, state, country, pincode } = request;
  const passwordHash = await hashNewPassword(request.password);
  await enqueueGuestRequest(deps, { kind: 'signup', form: { name, emailId, address, city, state, country, pincode, passwordHash } });
}

/** Creates an enterprise, its first administrator and the activation mail, or none of them. The holder of a taken e-mail gets a mail. */
export async function makeAccount(deps: Deps, { name, emailId, passwordHash, state: region, ...place }: SignupForm): Promise<void> {
  const enterpriseId = newId();
  const email = emailId.toLowerCase();
  try {
    await enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
      await createEnterprise(tx, enterpriseId, { name, region, ...place });
      const userId = await addUser(tx, enterpriseId, { name, email, passwordHash, roles: [administratorRole], activatedAt: null });
      await mailActivation(deps, tx, { enterpriseId, userId, name, email });
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'users_email_key') throw error;
    await mailThatTaken(deps, email);
  }
}

/** One that waits for its activation gets that mail again, an active one learns that somebody tried. */
async function mailThatTaken(deps: Deps, email: string): Promise<void> {
  const login = await findLogin(deps.db, email);
  if (login?.state !== userStates.active) return;
  if (!login.activatedAt) return mailActivationAgain(deps, email);
  await enterpriseContext(deps, login.enterpriseId).transaction(async (tx) => {
    await lockUser(tx, login.enterpriseId, login.userId);
    if (await mayMailAgain(tx, login, 'reset', deps.now())) await mailTaken(deps, tx, login);
  });
}

/** Says nothing about whether the address is known (screens 12). */
export const resendActivation = (deps: Deps, email: string): Promise<void> => enqueueGuestRequest(deps, { kind: 'resend', email });

export async function mailActivationAgain(deps: Deps, email: string): Promise<void> {
  const login = await findLogin(deps.db, email);
  if (!login || login.activatedAt || login.state !== userStates.active) return;
  await enterpriseContext(deps, login.enterpriseId).transaction(async (tx) => {
    await lockUser(tx, login.enterpriseId, login.userId);
    if (await mayMailAgain(tx, login, 'activation', deps.now())) await mailActivation(deps, tx, login);
  });
}

/**
 * Activates an account. A link that has done so already answers the same again: mail scanners and impatient people open it twice.
 * @throws DomainError account.link_invalid
 */
export async function activate(deps: Deps, token: string): Promise<void> {
  const { enterpriseId, linkId, userId, usedAt } = await getLink(deps, token, 'activation');
  const now = deps.now();
  const ctx = enterpriseContext(deps, enterpriseId);
  await ctx.transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    if (user?.activatedAt && usedAt) return;
    if (!(await redeemAccountLink(tx, enterpriseId, linkId, now)) && !user?.activatedAt) throw linkInvalid();
    if (user && !user.activatedAt)
      await changing({ ...ctx, actor: { userId, name: user.name } }, tx, userRecord, userId, 'activate', () =>
        updateLogin(tx, enterpriseId, userId, { activatedAt: now }),
      );
  });
}
