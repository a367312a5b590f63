import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { readMailBrand } from '../branding/branding.service.ts';
import { deleteSessions, lockUser } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { accessUser } from '../user/user.service.ts';
import { mailRecovered } from './factor.mail.ts';
import { factorRecord } from './factor.record.ts';
import {
  countRecoveryCodes,
  deleteChallenges,
  deleteFactors,
  deleteRecoveryCodes,
  insertRecoveryCodes,
  listFactors,
  saveFailures,
} from './factor.repository.ts';
import { hashRecoveryCode, makeRecoveryCodes, recoveryFile } from './factor.rules.ts';

const noFactor = () => new DomainError('factor.none', 'Set a second factor up first.', {});

/** Ten codes in place of those of before; what is stored are their hashes, so this is the one time they are seen. */
async function replaceCodes(ctx: Ctx, tx: Tx): Promise<string[]> {
  const { enterpriseId, userId } = ctx.actor;
  const codes = makeRecoveryCodes();
  await changing(ctx, tx, factorRecord, userId, 'export', async () => {
    await deleteRecoveryCodes(tx, enterpriseId, userId);
    await insertRecoveryCodes(tx, enterpriseId, userId, codes.map(hashRecoveryCode));
  });
  return codes;
}

/** @returns the text file. @throws DomainError factor.none, or recovery.shown after the first time */
export function showRecoveryCodes(deps: Deps, ctx: Ctx): Promise<string> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    const user = await lockUser(tx, enterpriseId, userId);
    if (!user || (await listFactors(tx, enterpriseId, userId)).length === 0) throw noFactor();
    if ((await countRecoveryCodes(tx, enterpriseId, userId)).made > 0)
      throw new DomainError('recovery.shown', 'These recovery codes were shown already. Make new ones if you have lost them.', {});
    const { info } = await readMailBrand(deps, tx, enterpriseId);
    return recoveryFile(info.title, user.email, await replaceCodes(ctx, tx));
  });
}

/** @throws DomainError factor.none */
export function renewRecoveryCodes(ctx: Ctx): Promise<string[]> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    await lockUser(tx, enterpriseId, userId);
    if ((await listFactors(tx, enterpriseId, userId)).length === 0) throw noFactor();
    return replaceCodes(ctx, tx);
  });
}

/** A user without their factors, as after the first sign-in: shared with the operator's command. @returns the sessions that ended */
export async function clearFactors(tx: Tx, enterpriseId: string, userId: string): Promise<string[]> {
  await deleteFactors(tx, enterpriseId, userId);
  await deleteRecoveryCodes(tx, enterpriseId, userId);
  await deleteChallenges(tx, enterpriseId, userId);
  await saveFailures(tx, enterpriseId, userId, []);
  return deleteSessions(tx, enterpriseId, userId);
}

/**
 * Removes the factors of a user who has lost them, never one's own. The user is mailed, since such a caller comes near their account.
 * @throws DomainError user.not_found, user.self, role.beyond_own or factor.none
 */
export async function recoverUser(deps: Deps, ctx: Ctx, { uId, reason }: { uId: string; reason: string }): Promise<void> {
  const { enterpriseId, actor } = ctx;
  const ended = await ctx.transaction(async (tx) => {
    await accessUser(ctx, tx, uId);
    if (uId === actor.userId)
      throw new DomainError('user.self', 'You cannot do this to yourself. Remove your factors in your profile.', {});
    const user = await lockUser(tx, enterpriseId, uId);
    if (!user || (await listFactors(tx, enterpriseId, uId)).length === 0)
      throw new DomainError('factor.none', 'This user has no second factor.', {});
    const ended = await changing(ctx, tx, factorRecord, uId, 'delete', () => clearFactors(tx, enterpriseId, uId), { reason });
    await mailRecovered(deps, ctx, tx, user, actor.name);
    return ended;
  });
  closeSessions(ctx.hub, ended);
}
