import { userStates } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashNewPassword } from '#platform/secrets/new-password.ts';
import { verifyPassword } from '#platform/secrets/password.ts';
import type { Ctx } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { assertCaptcha, type CaptchaAnswer } from '../captcha/captcha.service.ts';
import { enqueueGuestRequest } from '../login/guest-request.jobs.ts';
import { getLink, linkInvalid, mailReset, mayMailAgain } from '../login/link.service.ts';
import { beginAttempt, placeOf } from '../session/attempts.ts';
import {
  deleteSessions,
  endAccountLinks,
  findLogin,
  lockUser,
  redeemAccountLink,
  rememberPlace,
  updateLogin,
} from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { isPasswordAllowed } from '../sso/sso.enforce.ts';
import { userRecord } from '../user/user.record.ts';

/** Answers the same, and as soon, whether or not the address exists (screens 1.2): who that is, is asked by a job. */
export async function recoverPassword(deps: Deps, request: CaptchaAnswer & { emailId: string }): Promise<void> {
  await assertCaptcha(deps, 'forgetPassword', request);
  await enqueueGuestRequest(deps, { kind: 'recover', email: request.emailId });
}

export async function mailRecovery(deps: Deps, email: string): Promise<void> {
  const login = await findLogin(deps.db, email);
  if (login?.state !== userStates.active) return;
  await enterpriseContext(deps, login.enterpriseId).transaction(async (tx) => {
    await lockUser(tx, login.enterpriseId, login.userId);
    // A password that nobody may sign in with is no use to them.
    if (!(await isPasswordAllowed(tx, login.enterpriseId, login.userId))) return;
    if (await mayMailAgain(tx, login, 'reset', deps.now())) await mailReset(deps, tx, login);
  });
}

/**
 * Sets a password by the link of a mail. It works once; the user's other links and every session end with it.
 * @param from where the call comes from, which counts as the user's own place from now on; and as `owner` what the address of the page names
 *   besides the code, which must fit when it is given
 * @throws DomainError account.link_invalid
 */
export async function resetPassword(
  deps: Deps,
  resetCode: string,
  password: string,
  from: { address: string; owner?: { uId?: string; eId?: string } },
): Promise<void> {
  const { enterpriseId, linkId, userId } = await getLink(deps, resetCode, 'reset');
  const { address, owner = {} } = from;
  if ((owner.uId && owner.uId !== userId) || (owner.eId && owner.eId !== enterpriseId)) throw linkInvalid();
  const passwordHash = await hashNewPassword(password);
  const now = deps.now();
  const ctx = enterpriseContext(deps, enterpriseId);
  const ended = await ctx.transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    if (user?.state !== userStates.active || !(await redeemAccountLink(tx, enterpriseId, linkId, now))) throw linkInvalid();
    await endAccountLinks(tx, enterpriseId, userId, 'reset', now);
    // A user who read the mail has shown what activation asks for.
    await changing({ ...ctx, actor: { userId, name: user.name }, address }, tx, userRecord, userId, 'change_password', () =>
      updateLogin(tx, enterpriseId, userId, { passwordHash, activatedAt: user.activatedAt ?? now }),
    );
    // A user who reads the mails of the account need not wait behind people who guess its password.
    await rememberPlace(tx, enterpriseId, userId, placeOf(address), now);
    return deleteSessions(tx, enterpriseId, userId);
  });
  closeSessions(deps.hub, ended);
}

/** @throws DomainError password.wrong, or login.locked after too many of them */
export async function changeOwnPassword(deps: Deps, ctx: Ctx, input: { oldPassword: string; password: string }): Promise<void> {
  const { enterpriseId, userId, sessionId } = ctx.actor;
  const succeed = await beginAttempt(deps, `change:${userId}`, ctx.address);
  const user = await ctx.transaction((tx) => lockUser(tx, enterpriseId, userId));
  if (!user || !(await verifyPassword(user.passwordHash, input.oldPassword)))
    throw new DomainError('password.wrong', 'The old password is wrong.', {});
  await succeed();
  const passwordHash = await hashNewPassword(input.password);
  const ended = await ctx.transaction(async (tx) => {
    await changing(ctx, tx, userRecord, userId, 'change_password', () => updateLogin(tx, enterpriseId, userId, { passwordHash }));
    await endAccountLinks(tx, enterpriseId, userId, 'reset', ctx.now());
    return deleteSessions(tx, enterpriseId, userId, { except: sessionId });
  });
  closeSessions(ctx.hub, ended);
}
