import type { AudioSettings, Me, Profile, UiLanguage, UserRow } from '@parley/contract';
import { changing } from '#platform/audit/trail.ts';
import type { Read, Tx } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { newId } from '#platform/ids.ts';
import type { Config } from '../../../config.ts';
import type { Ctx } from '../../../context.ts';
import { accessUsable, fileNotFound } from '../../file/door.ts';
import { assertMayGiveRoles, listRights, lockRoles } from '../access/role.service.ts';
import { presentMe, presentProfile, presentUser, presentUsers } from './user.present.ts';
import { userRecord } from './user.record.ts';
import { findUserRow, getOwnRow, insertUser, listUserRows, replaceUserRoles, type UserListRow, updateUser } from './user.repository.ts';

const longestPage = 1000; // -1 asks for all: more people than one enterprise's list can show anyway

export type NewUser = {
  name: string;
  email: string;
  passwordHash: string;
  roles: readonly number[];
  activatedAt: Date | null;
};

/** @returns the id of the user; the e-mail is kept in lower case, since people sign in by it however they spell it */
export async function addUser(tx: Tx, enterpriseId: string, { roles, email, ...user }: NewUser): Promise<string> {
  const userId = newId();
  await insertUser(tx, { enterpriseId, userId, ...user, email: email.toLowerCase() });
  await replaceUserRoles(tx, enterpriseId, userId, roles);
  return userId;
}

export async function roleNamesOf(ctx: Ctx, tx: Tx, codes: readonly number[]): Promise<string[]> {
  const rights = await listRights(tx, ctx.enterpriseId);
  return codes.flatMap((code) => rights.find((role) => role.code === code)?.name ?? []);
}

/** The start-up profile (SHELL-052). */
export function readMe(ctx: Ctx, config: Pick<Config, 'isPushOn'>): Promise<Me> {
  return ctx.transaction(async (tx) => {
    const row = await getOwnRow(tx, ctx.enterpriseId, ctx.actor.userId);
    const me = presentMe(row, ctx.actor, await roleNamesOf(ctx, tx, ctx.actor.roles), ctx.flags, ctx.fileUrl, ctx.now());
    return { ...me, enablePushNotification: config.isPushOn && row.hasDevice };
  });
}

export function readProfile(ctx: Ctx): Promise<Profile> {
  return ctx.transaction(async (tx) => presentProfile(await getOwnRow(tx, ctx.enterpriseId, ctx.actor.userId), ctx.fileUrl));
}

export type ProfileChange = { name?: string; phone?: string; profilePic?: string; timeZone?: string; language?: UiLanguage };

/** Saves the given fields of the profile. @throws DomainError file.not_found when the picture is not an image that the user uploaded */
export function saveProfile(ctx: Ctx, { profilePic, name, ...change }: ProfileChange): Promise<Profile> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    if (profilePic) {
      const { profileFileId } = await getOwnRow(tx, enterpriseId, userId);
      const [picture] = await accessUsable(ctx, tx, [profilePic], { held: profileFileId ? [profileFileId] : [] });
      if (picture?.kind !== 'image') throw fileNotFound();
    }
    await changing(ctx, tx, userRecord, userId, 'edit', () =>
      updateUser(tx, enterpriseId, userId, {
        ...change,
        ...(name === undefined ? {} : { name: name.trim() }),
        ...(profilePic === undefined ? {} : { profileFileId: profilePic || null }),
      }),
    );
    return presentProfile(await getOwnRow(tx, enterpriseId, userId), ctx.fileUrl);
  });
}

export async function saveAudio(ctx: Ctx, input: { enableChatNotification: boolean; audioSettings: AudioSettings }) {
  const { enterpriseId, userId } = ctx.actor;
  const { enableChatNotification, audioSettings } = input;
  await ctx.transaction((tx) =>
    updateUser(tx, enterpriseId, userId, { enableChatNotification, audioSettings: JSON.stringify(audioSettings) }),
  );
  return { enableChatNotification, audioSettings };
}

export type UserQuery = { name: string; state: number; role: number | ''; deptId: string; from: number; perPage: number };

export function listUsers(ctx: Ctx, query: UserQuery): Promise<{ users: UserRow[]; more: boolean }> {
  const perPage = query.perPage === -1 ? longestPage : query.perPage;
  return ctx.read(async (tx) => {
    const rows = await listUserRows(tx, ctx.enterpriseId, { ...query, name: query.name.trim(), limit: perPage + 1 });
    return { users: await presentUsers(ctx, tx, rows.slice(0, perPage)), more: rows.length > perPage };
  });
}

/** @throws DomainError user.not_found */
export async function getUserRow(tx: Read, enterpriseId: string, userId: string): Promise<UserListRow> {
  const user = await findUserRow(tx, enterpriseId, userId);
  if (!user) throw new DomainError('user.not_found', 'No such user.', {});
  return user;
}

/** @throws DomainError user.not_found */
export const readUser = (ctx: Ctx, userId: string): Promise<UserRow> =>
  ctx.read(async (tx) => presentUser(ctx, tx, await getUserRow(tx, ctx.enterpriseId, userId)));

/**
 * A user under the lock of the roles, whom the actor could give these very roles: who may not, may not act on the account either, since
 * its owner's rights come with it.
 * @throws DomainError user.not_found or role.beyond_own
 */
export async function accessUser(ctx: Ctx, tx: Tx, userId: string): Promise<UserListRow> {
  await lockRoles(tx, ctx.enterpriseId);
  const user = await getUserRow(tx, ctx.enterpriseId, userId);
  await assertMayGiveRoles(ctx, tx, { userId, roles: [] }, user.roles);
  return user;
}
