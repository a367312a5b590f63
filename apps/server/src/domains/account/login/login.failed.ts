import { recordChange } from '#platform/audit/trail.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { findLogin } from '../session/identity.repository.ts';
import { sessionRecord } from '../session/session.record.ts';

/** A refused sign-in stands in the trail of the account's enterprise; an e-mail that nobody has is in nobody's. */
export async function recordFailedLogin(
  deps: Deps,
  { email, address, device, isLocked }: { email: string; address: string; device: string; isLocked: boolean },
): Promise<void> {
  const login = await findLogin(deps.db, email);
  if (!login) return;
  const ctx = enterpriseContext(deps, login.enterpriseId);
  await ctx.transaction((tx) => {
    recordChange({ ...ctx, address }, tx, {
      record: sessionRecord,
      id: login.userId,
      action: 'login_failed',
      name: device,
      result: 'refused',
      reason: isLocked ? 'login.locked' : 'login.failed',
    });
    return Promise.resolve();
  });
}
