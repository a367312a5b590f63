import { randomUUIDv7 } from 'node:crypto';
import { administratorRole, type SignupRequest, type z } from '@parley/contract';
import { violatedConstraint } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { hashPassword } from '#platform/secrets/password.ts';
import { enterpriseContext } from '../../context-of.ts';
import type { Deps } from '../../deps.ts';
import { createEnterprise } from '../enterprise/enterprise.service.ts';
import { addUser } from '../user/user.service.ts';
import { assertCaptcha } from './captcha.service.ts';
import { claimAccountLink, findLogin, lockUser, updateLogin } from './identity.repository.ts';
import { identityTexts } from './identity.rules.ts';
import { getLink, linkInvalid, mailActivation, mayMailAgain } from './link.service.ts';

export const emailTaken = () => new DomainError('account.email_taken', identityTexts.emailTaken, {});

export async function isEmailUnique(deps: Deps, email: string): Promise<boolean> {
  return (await findLogin(deps.db, email)) === undefined;
}

/** An enterprise, its first administrator and the mail that activates them, all or none. */
export async function signUp(deps: Deps, request: z.output<typeof SignupRequest>): Promise<void> {
  if (deps.flags.hideSignup) throw new DomainError('account.signup_closed', 'Access Denied', {});
  await assertCaptcha(deps, 'signup', request);
  if (!(await isEmailUnique(deps, request.emailId))) throw emailTaken();
  const passwordHash = await hashPassword(request.password);
  const enterpriseId = randomUUIDv7();
  const { name, address, city, state: region, country, pincode } = request;
  const email = request.emailId.toLowerCase();
  try {
    await enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
      await createEnterprise(tx, enterpriseId, { name, address, city, region, country, pincode });
      const userId = await addUser(tx, enterpriseId, { name, email, passwordHash, roles: [administratorRole], activatedAt: null });
      await mailActivation(deps, tx, { enterpriseId, userId, name, email });
    });
  } catch (error) {
    // Two sign-ups of one address at the same moment: the constraint is the last to hear of it.
    throw violatedConstraint(error) === 'users_email_key' ? emailTaken() : error;
  }
}

/** Says nothing about whether the address is known (screens 12). */
export async function resendActivation(deps: Deps, email: string): Promise<void> {
  const login = await findLogin(deps.db, email);
  if (!login || login.activatedAt || login.state !== 1) return;
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
  await enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    if (user?.activatedAt && usedAt) return;
    if (!(await claimAccountLink(tx, enterpriseId, linkId, now)) && !user?.activatedAt) throw linkInvalid();
    if (!user?.activatedAt) await updateLogin(tx, enterpriseId, userId, { activatedAt: now });
  });
}
