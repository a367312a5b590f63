import { type UserRow, userStates, type WorkLeft } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayGiveRoles } from '../access/role.service.ts';
import { deleteSessions } from '../session/identity.repository.ts';
import { closeSessions } from '../session/session.service.ts';
import { presentUser } from './user.present.ts';
import { userRecord } from './user.record.ts';
import { type UserListRow, updateUser } from './user.repository.ts';
import { accessUser } from './user.service.ts';
import { type Heirs, listWork, moveWork } from './user.work.ts';

export type Deactivation = { openChats: number; work: WorkLeft[] };

const toDeactivation = (work: WorkLeft[]): Deactivation => ({ openChats: work.find(({ kind }) => kind === 'chats')?.count ?? 0, work });

/**
 * Lists the work that a deactivation would leave behind; nothing changes.
 * @throws DomainError user.not_found, user.self, user.last_administrator or role.beyond_own
 */
export function checkDeactivation(ctx: Ctx, userId: string): Promise<Deactivation> {
  return ctx.transaction(async (tx) => {
    const user = await accessUser(ctx, tx, userId);
    await assertMayGo(ctx, tx, user);
    return toDeactivation(await listWork(ctx, tx, userId));
  });
}

/**
 * Ends a user's work here: what is left moves to those named, the sessions end, roles and name stay.
 * @throws DomainError as `checkDeactivation`, and user.work_left, user.has_open_chats or user.heir_unfit
 */
export async function deactivateUser(ctx: Ctx, userId: string, moveTo: Heirs = {}): Promise<Deactivation> {
  const { passed, ended } = await ctx.transaction((tx) => endUser(ctx, tx, userId, (user) => moveWork(ctx, tx, user, moveTo)));
  closeSessions(ctx.hub, ended);
  return toDeactivation(passed);
}

/**
 * The same in a transaction that does more, for callers that pass the work on in a way of their own.
 * @returns the sessions that have ended, to be closed after the commit
 * @throws DomainError as `checkDeactivation`
 */
export async function endUser<T>(
  ctx: Ctx,
  tx: Tx,
  userId: string,
  passOn: (user: UserListRow) => Promise<T>,
): Promise<{ passed: T; ended: string[] }> {
  const { enterpriseId } = ctx;
  const user = await accessUser(ctx, tx, userId);
  await assertMayGo(ctx, tx, user);
  // Written before the work is looked for: what comes to the user afterwards finds nobody active.
  await changing(ctx, tx, userRecord, userId, 'deactivate', () => updateUser(tx, enterpriseId, userId, { state: userStates.deactivated }));
  return { passed: await passOn(user), ended: await deleteSessions(tx, enterpriseId, userId) };
}

async function assertMayGo(ctx: Ctx, tx: Tx, user: { userId: string; roles: readonly number[] }): Promise<void> {
  // A provider acts through somebody whom it may deactivate like anybody else.
  if (!ctx.by && user.userId === ctx.actor.userId) throw new DomainError('user.self', 'You cannot deactivate yourself.', {});
  await assertMayGiveRoles(ctx, tx, user, []);
}

/** Lets a deactivated user sign in again, with the roles of before. @throws DomainError user.not_found or role.beyond_own */
export const activateUser = (ctx: Ctx, userId: string): Promise<UserRow> => ctx.transaction((tx) => bringBack(ctx, tx, userId));

/** The same in a transaction that does more. @throws DomainError user.not_found or role.beyond_own */
export async function bringBack(ctx: Ctx, tx: Tx, userId: string): Promise<UserRow> {
  const user = await accessUser(ctx, tx, userId);
  await changing(ctx, tx, userRecord, userId, 'activate', () => updateUser(tx, ctx.enterpriseId, userId, { state: userStates.active }));
  return presentUser(ctx, tx, { ...user, state: userStates.active });
}
