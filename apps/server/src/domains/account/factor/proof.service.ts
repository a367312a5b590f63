import { type FactorChallenge, type FactorKind, factorLimits } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError, proofNeeded } from '#platform/http/domain-error.ts';
import { verifyPassword } from '#platform/secrets/password.ts';
import type { Actor, Ctx } from '../../../context.ts';
import type { Deps } from '../../../deps.ts';
import { beginAttempt } from '../session/attempts.ts';
import { lockUser, updateSession } from '../session/identity.repository.ts';
import { sessionRecord } from '../session/session.record.ts';
import { answerChallenge, askForFactor, challengeOver } from './challenge.service.ts';
import { listFactors } from './factor.repository.ts';
import type { WebOrigin } from './passkey.ts';

const proofMs = factorLimits.proofMinutes * 60_000;

/** Tells whether the user has proved in this session within the last minutes who they are; signing in counts. */
export const isProofFresh = ({ provedAt }: Pick<Actor, 'provedAt'>, now: Date): boolean =>
  provedAt !== null && now.getTime() - provedAt.getTime() < proofMs;

async function lockSelf(ctx: Ctx, tx: Tx) {
  const user = await lockUser(tx, ctx.enterpriseId, ctx.actor.userId);
  if (!user) throw proofNeeded();
  return user;
}

/** Starts a fresh proof with the user's password and factor, as far as they have them. Asks nothing of a user who has just proved it. */
export async function startProof(
  deps: Deps,
  ctx: Ctx,
): Promise<{ isFresh: boolean; hasPassword: boolean; challenge: FactorChallenge | null }> {
  // This process's memory of the session may be older than a recent proof.
  const actor = (await deps.actorOfSession(ctx.enterpriseId, ctx.actor.sessionId)) ?? ctx.actor;
  const isFresh = isProofFresh(actor, ctx.now());
  return ctx.transaction(async (tx) => {
    const user = await lockSelf(ctx, tx);
    const challenge = isFresh ? undefined : await askForFactor(deps, ctx, tx, user, 'proof', { sessionId: ctx.actor.sessionId });
    return { isFresh, hasPassword: user.passwordHash !== '', challenge: challenge ?? null };
  });
}

export type Proof = { password: string; id: string; authType?: FactorKind | undefined; securityCode: string; page: WebOrigin };

/** @throws DomainError password.wrong, or login.locked after too many wrong ones */
async function assertPassword(deps: Deps, ctx: Ctx, passwordHash: string, password: string): Promise<void> {
  const succeed = await beginAttempt(deps, `change:${ctx.actor.userId}`, ctx.address);
  if (!(await verifyPassword(passwordHash, password))) throw new DomainError('password.wrong', 'The password is wrong.', {});
  await succeed();
}

/**
 * Proves the user anew, by password and factor as far as they have them. A user who has neither signs in again.
 * @throws DomainError proof.needed, password.wrong, login.locked, login.code_wrong, login.challenge_over or login.factor_locked
 */
export async function prove(deps: Deps, ctx: Ctx, proof: Proof): Promise<{ provenUntil: string }> {
  const { enterpriseId, userId, sessionId } = ctx.actor;
  const { passwordHash, hasFactor } = await ctx.transaction(async (tx) => ({
    passwordHash: (await lockSelf(ctx, tx)).passwordHash,
    hasFactor: (await listFactors(tx, enterpriseId, userId)).length > 0,
  }));
  if (passwordHash === '' && !hasFactor) throw proofNeeded();
  if (passwordHash !== '') await assertPassword(deps, ctx, passwordHash, proof.password);
  if (hasFactor) await assertFactor(deps, ctx, proof);
  const provedAt = ctx.now();
  await ctx.transaction(async (tx) => {
    await updateSession(tx, enterpriseId, sessionId, { provedAt });
    recordChange(ctx, tx, { record: sessionRecord, id: sessionId, action: 'prove' });
  });
  return { provenUntil: new Date(provedAt.getTime() + proofMs).toISOString() };
}

async function assertFactor(deps: Deps, ctx: Ctx, { id, authType, securityCode, page }: Proof): Promise<void> {
  if (id === '' || authType === undefined) throw challengeOver();
  const answer = { id, authType, securityCode, page };
  await answerChallenge(deps, 'proof', answer, { address: ctx.address, device: '' }, ({ challenge }) => {
    // A challenge of another session is refused: its proof counts there.
    if (challenge.sessionId !== ctx.actor.sessionId) throw challengeOver();
    return Promise.resolve();
  });
}
