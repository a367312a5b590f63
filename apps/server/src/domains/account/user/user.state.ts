import { type UserRow, userStates } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayGiveRoles } from '../access/role.service.ts';
import { deleteSessions } from '../identity/identity.repository.ts';
import { closeSessions } from '../identity/session.service.ts';
import { presentUserRow } from './user.present.ts';
import { userRecord } from './user.record.ts';
import { updateUser } from './user.repository.ts';
import { accessUser } from './user.service.ts';
import { countOpenChatsOf } from './user.uses.ts';

/**
 * Ends a user's work here: the sessions end, roles and name stay. With `isValidate` nothing changes, and the answer names the obstacles.
 * @throws DomainError user.not_found, user.self, user.last_administrator, role.beyond_own or user.has_open_chats
 */
export async function deactivateUser(ctx: Ctx, userId: string, { isValidate }: { isValidate: boolean }): Promise<{ openChats: number }> {
  const { enterpriseId, actor } = ctx;
  const { openChats, ended } = await ctx.transaction(async (tx) => {
    const user = await accessUser(ctx, tx, userId);
    if (userId === actor.userId) throw new DomainError('user.self', 'You cannot deactivate yourself.', {});
    await assertMayGiveRoles(ctx, tx, user, []);
    // Written before the chats are counted: a pickup at the same moment waits for this row, and finds no agent.
    if (!isValidate)
      await changing(ctx, tx, userRecord, userId, 'deactivate', () =>
        updateUser(tx, enterpriseId, userId, { state: userStates.deactivated }),
      );
    const openChats = await countOpenChatsOf(ctx, tx, userId);
    if (isValidate) return { openChats, ended: [] };
    if (openChats > 0) {
      const [chats, them] = openChats === 1 ? ['an open chat', 'it'] : [`${openChats} open chats`, 'them'];
      throw new DomainError('user.has_open_chats', `${user.name} has ${chats}. Transfer or close ${them} first.`, { openChats });
    }
    return { openChats, ended: await deleteSessions(tx, enterpriseId, userId) };
  });
  closeSessions(ctx.hub, ended);
  return { openChats };
}

/** Lets a deactivated user sign in again, with the roles of before. @throws DomainError user.not_found or role.beyond_own */
export function activateUser(ctx: Ctx, userId: string): Promise<UserRow> {
  return ctx.transaction(async (tx) => {
    const user = await accessUser(ctx, tx, userId);
    await changing(ctx, tx, userRecord, userId, 'activate', () => updateUser(tx, ctx.enterpriseId, userId, { state: userStates.active }));
    return presentUserRow({ ...user, state: userStates.active }, ctx.fileUrl);
  });
}
