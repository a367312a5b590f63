import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { isWithin } from '#platform/http/networks.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { readSecurity } from '../enterprise/security.repository.ts';
import { makeLink } from './link.service.ts';

const dayMs = 24 * 3_600_000;

/** @throws DomainError login.network from outside of where the enterprise lets people sign in */
export async function assertNetwork(tx: Tx, enterpriseId: string, address: string): Promise<void> {
  const { networks } = await readSecurity(tx, enterpriseId);
  if (!isWithin(address, networks)) throw new DomainError('login.network', 'Your company lets you sign in from its own networks only.', {});
}

/**
 * Returns a code instead of a session if the password is older than the enterprise allows. Runs after every other proof, since the code
 * sets another password.
 * @returns a code that is good once on the screen that sets a new one; undefined while the password is young enough
 */
export async function renewalOf(
  ctx: EnterpriseContext,
  tx: Tx,
  { userId, passwordChangedAt }: { userId: string; passwordChangedAt: Date },
): Promise<string | undefined> {
  const { enterpriseId } = ctx;
  const { passwordDays } = await readSecurity(tx, enterpriseId);
  const isOld = passwordDays !== null && ctx.now().getTime() - passwordChangedAt.getTime() > passwordDays * dayMs;
  return isOld ? makeLink(tx, { enterpriseId, userId }, 'reset', ctx.now()) : undefined;
}

export const passwordExpired = (resetCode: string) =>
  new DomainError('password.expired', 'Your password is too old. Choose a new one.', { resetCode });
