import { DomainError } from '#platform/http/domain-error.ts';
import { isWithin } from '#platform/http/networks.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readSecurity } from '../enterprise/security.repository.ts';
import { lockUser } from './identity.repository.ts';
import { makeLink } from './link.service.ts';

const dayMs = 24 * 3_600_000;

/**
 * What the enterprise asks of a sign-in beside the right password: where it comes from, and how old the password is.
 * @throws DomainError login.network, or password.expired with a code that is good once on the screen that sets a new one
 */
export async function assertMaySignIn(
  deps: Deps,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  { address }: { address: string },
): Promise<void> {
  const resetCode = await enterpriseContext(deps, enterpriseId).transaction(async (tx) => {
    const { networks, passwordDays } = await readSecurity(tx, enterpriseId);
    if (!isWithin(address, networks))
      throw new DomainError('login.network', 'Your company lets you sign in from its own networks only.', {});
    const user = passwordDays === null ? undefined : await lockUser(tx, enterpriseId, userId);
    if (!user || passwordDays === null || deps.now().getTime() - user.passwordChangedAt.getTime() <= passwordDays * dayMs) return undefined;
    return makeLink(tx, { enterpriseId, userId }, 'reset', deps.now());
  });
  if (resetCode) throw new DomainError('password.expired', 'Your password is too old. Choose a new one.', { resetCode });
}
