import { userStates } from '@parley/contract';
import { type Auditing, changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { ssoRecord } from '../connection/sso.record.ts';
import { listEnforced, updateConnection } from '../connection/sso.repository.ts';
import { securityRecord } from '../enterprise/security.record.ts';
import { readSecurity } from '../enterprise/security.repository.ts';
import { factorRecord } from '../factor/factor.record.ts';
import { listFactors } from '../factor/factor.repository.ts';
import { clearFactors } from '../factor/recovery.service.ts';
import { queueMail } from '../mail/mail.service.ts';
import { renderMail } from '../mail/mail.template.ts';
import { listAdministrators } from '../notification/administrators.ts';
import { isAdministrator } from '../role/access.rules.ts';
import { findLogin } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { findUserRow } from '../user/user.repository.ts';

export type Unlocking = { networks: boolean; sso: boolean; factors: boolean };
type Locked = { deps: Deps; auditing: Auditing; tx: Tx; userId: string };

/**
 * Clears the given restrictions for an enterprise that has locked itself out; the operator of the installation runs it. The enterprise's
 * trail records the operator's action, and all administrators get a mail, so that nobody is let in behind their backs.
 * @param email of one of its active administrators, whose factors are meant
 * @returns what was cleared; undefined where nobody of that e-mail is one
 */
export async function unlock(deps: Deps, email: string, what: Unlocking): Promise<string[] | undefined> {
  const login = await findLogin(deps.db, email.toLowerCase());
  if (!login) return undefined;
  const { enterpriseId, userId } = login;
  const ctx = enterpriseContext(deps, enterpriseId);
  const ended: string[] = [];
  const done = await ctx.transaction(async (tx) => {
    const user = await findUserRow(tx, enterpriseId, userId);
    if (user?.state !== userStates.active || !isAdministrator(user.roles)) return undefined;
    const locked = { deps, auditing: { ...ctx, by: { kind: 'operator' as const, name: '' } }, tx, userId };
    const cleared = [
      ...(what.networks && (await clearNetworks(locked)) ? ['networks'] : []),
      ...(what.sso && (await releaseSso(locked)) ? ['enforced single sign-on'] : []),
      ...(what.factors && (await clearFactorsOf(locked, ended)) ? [`second factors of ${user.name}`] : []),
    ];
    if (cleared.length > 0) await mailAdministrators(locked, cleared);
    return cleared;
  });
  closeSessions(deps.hub, ended);
  return done;
}

async function clearNetworks({ auditing, tx }: Locked): Promise<boolean> {
  const { enterpriseId } = auditing;
  if ((await readSecurity(tx, enterpriseId)).networks.length === 0) return false;
  await changing(auditing, tx, securityRecord, enterpriseId, 'edit', () =>
    tx
      .updateTable('enterpriseSecurity')
      .set((eb) => ({ networks: [], version: eb('version', '+', 1) }))
      .where('enterpriseId', '=', enterpriseId)
      .execute(),
  );
  return true;
}

async function releaseSso({ auditing, tx }: Locked): Promise<boolean> {
  const { enterpriseId } = auditing;
  const enforced = await listEnforced(tx, enterpriseId);
  for (const { connectionId, version } of enforced)
    await changing(auditing, tx, ssoRecord, connectionId, 'edit', () =>
      updateConnection(tx, enterpriseId, connectionId, { isEnforced: false, version: version + 1 }),
    );
  return enforced.length > 0;
}

async function clearFactorsOf({ auditing, tx, userId }: Locked, ended: string[]): Promise<boolean> {
  const { enterpriseId } = auditing;
  if ((await listFactors(tx, enterpriseId, userId)).length === 0) return false;
  ended.push(...(await changing(auditing, tx, factorRecord, userId, 'delete', () => clearFactors(tx, enterpriseId, userId))));
  return true;
}

async function mailAdministrators({ deps, auditing, tx }: Locked, cleared: readonly string[]): Promise<void> {
  const { enterpriseId } = auditing;
  const brand = await readMailBrand(deps, tx, enterpriseId);
  for (const userId of await listAdministrators(tx, enterpriseId)) {
    const user = await findUserRow(tx, enterpriseId, userId);
    if (user?.state !== userStates.active) continue;
    const mail = renderMail(user.email, brand, {
      subject: `${brand.info.title} was unlocked by its operator`,
      greeting: `Hello ${user.name},`,
      paragraphs: [
        `Whoever runs the installation has cleared: ${cleared.join(', ')}.`,
        'If none of you asked for it, please ask them why, and look at the audit trail.',
      ],
    });
    await queueMail(deps, tx, mail);
  }
}
