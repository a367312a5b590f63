import type { ChatSettings, UserRow } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import type { Ctx } from '../../../context.ts';
import { assertMayGiveRoles, lockRoles, renewSockets } from '../access/role.service.ts';
import { notify } from '../notification/notification.service.ts';
import { tellRightsChanged } from '../role/rights.changed.ts';
import { assertDepartments, replaceUserDepartments } from './user.departments.ts';
import { presentUser } from './user.present.ts';
import { userRecord } from './user.record.ts';
import { replaceUserRoles, updateUser } from './user.repository.ts';
import { getUserRow, roleNamesOf } from './user.service.ts';

export type RolesChange = { roles: readonly number[]; chat?: ChatSettings | undefined; version?: number | undefined };

const sorted = (codes: readonly number[]) => [...new Set(codes)].sort((one, other) => one - other);

/**
 * Changes a user's roles and chat settings; they count on the user's next call.
 * @throws DomainError user.not_found, record.changed, role.not_found, role.beyond_own, department.not_found or user.last_administrator
 */
export async function updateUserRoles(ctx: Ctx, userId: string, { roles, chat = {}, version }: RolesChange): Promise<UserRow> {
  const { enterpriseId } = ctx;
  const { row, areRightsChanged } = await ctx.transaction(async (tx) => {
    await lockRoles(tx, enterpriseId);
    const user = await getUserRow(tx, enterpriseId, userId);
    await assertVersion(ctx, tx, userRecord, { id: userId, version: user.version }, version);
    const wanted = sorted(roles);
    const isRoleChanged = wanted.join() !== user.roles.join();
    await changing(ctx, tx, userRecord, userId, 'give_roles', async () => {
      if (isRoleChanged) {
        await assertMayGiveRoles(ctx, tx, user, wanted);
        await replaceUserRoles(tx, enterpriseId, userId, wanted);
        await tellOfRoles(ctx, tx, userId, wanted);
        await tellRightsChanged(ctx, tx, [userId]);
      }
      await saveChatSettings(tx, enterpriseId, userId, chat, user.version + 1);
    });
    return {
      row: await presentUser(ctx, tx, await getUserRow(tx, enterpriseId, userId)),
      areRightsChanged: isRoleChanged || chat.departments !== undefined,
    };
  });
  if (areRightsChanged) renewSockets(ctx, [userId]);
  return row;
}

async function saveChatSettings(tx: Tx, enterpriseId: string, userId: string, chat: ChatSettings, version: number): Promise<void> {
  const { enabled, maxChats, departments, languages, priority } = chat;
  if (departments) {
    await assertDepartments(tx, enterpriseId, departments);
    await replaceUserDepartments(tx, enterpriseId, userId, departments);
  }
  await updateUser(tx, enterpriseId, userId, {
    version,
    ...(enabled === undefined ? {} : { handlesChats: enabled }),
    ...(maxChats === undefined ? {} : { maxChats }),
    ...(languages === undefined ? {} : { languages: [...languages] }),
    ...(priority === undefined ? {} : { priority }),
  });
}

async function tellOfRoles(ctx: Ctx, tx: Tx, userId: string, roles: readonly number[]): Promise<void> {
  const names = await roleNamesOf(ctx, tx, roles);
  await notify(ctx, tx, [userId], {
    kind: 'role_changed',
    code: 'user.roles_changed',
    values: { roles: names.join(', ') },
    link: '/details/myprofile',
    cause: 'roles',
  });
}
