import {
  type AudioSettings,
  agentLanguages,
  agentStatuses,
  defaultAudioSettings,
  type FeatureFlags,
  type Me,
  type Profile,
  type UserRow,
  uiLanguages,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import type { OwnRow, UserListRow } from './user.repository.ts';

type FileUrl = (fileId: string) => string;
const pictureOf = (fileId: string | null, fileUrl: FileUrl) => (fileId ? fileUrl(fileId) : '');

const managers = ['USERS.VIEW', 'USERS.EDIT', 'USERS.ADD'];

/** Extension point of the domain that has agents: their statuses by user. Whoever is not among them is Offline. */
export const agentStatusOf =
  defineExtensionPoint<(tx: Read, enterpriseId: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, number>>>(
    'user.agent_status',
  );

/** Presents rows of users with what other domains know of them. */
export async function presentUsers(ctx: Ctx, tx: Read, rows: readonly UserListRow[]): Promise<UserRow[]> {
  const userIds = rows.map(({ userId }) => userId);
  const known = await Promise.all(ctx.extensions.of(agentStatusOf).map((find) => find(tx, ctx.enterpriseId, userIds)));
  const statuses = new Map(known.flatMap((some) => [...some]));
  return rows.map((row) => presentUserRow(row, ctx, statuses.get(row.userId) ?? agentStatuses.offline));
}

export async function presentUser(ctx: Ctx, tx: Read, row: UserListRow): Promise<UserRow> {
  const [user] = await presentUsers(ctx, tx, [row]);
  return user as UserRow;
}

/**
 * Presents a row of users. A missing second factor is visible only to users who manage users: colleagues read the list to transfer a chat.
 */
const presentUserRow = (row: UserListRow, { actor, fileUrl }: Pick<Ctx, 'actor' | 'fileUrl'>, agentStatus: number): UserRow => ({
  uId: row.userId,
  name: row.name,
  emailId: row.email,
  roles: row.roles,
  state: row.state,
  profilePic: pictureOf(row.profileFileId, fileUrl),
  departments: row.departments,
  agentStatus,
  chat: {
    enabled: row.handlesChats,
    maxChats: row.maxChats,
    languages: agentLanguages.filter((language) => row.languages.includes(language)),
    priority: row.priority,
  },
  hasTwoFactor: managers.some((permission) => can(actor, permission)) ? row.hasTwoFactor : null,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
  version: row.version,
});

export const presentProfile = (row: OwnRow, fileUrl: FileUrl): Profile => ({
  name: row.name,
  emailId: row.email,
  phone: row.phone,
  profilePic: pictureOf(row.profileFileId, fileUrl),
  timeZone: row.timeZone || row.enterpriseTimeZone,
  language: uiLanguages.find((language) => language === row.language) ?? 'en',
  departments: row.departments,
});

export function presentMe(
  row: OwnRow,
  actor: Actor,
  roleNames: string[],
  flags: FeatureFlags,
  fileUrl: FileUrl,
  now: Date,
): Omit<Me, 'enablePushNotification'> {
  const { requireTwoFactor, graceUntil } = row;
  const isRequired = requireTwoFactor === true;
  const isInGrace = graceUntil !== null && graceUntil > now;
  // The provider of single sign-on has asked for what it asks for.
  const hasFactor = row.hasFactor || actor.connectionId !== null;
  const { departments: _departments, ...profile } = presentProfile(row, fileUrl);
  return {
    ...profile,
    uId: row.userId,
    eId: row.enterpriseId,
    enterpriseName: row.enterpriseName,
    enterpriseTimeZone: row.enterpriseTimeZone,
    enterpriseCountry: row.enterpriseCountry,
    userName: row.email,
    roles: [...actor.roles],
    roleNames,
    permissions: [...actor.permissions].sort(),
    dataScope: actor.dataScope,
    deptIds: [...actor.departments],
    enableChatNotification: row.enableChatNotification,
    audioSettings: (row.audioSettings as AudioSettings | null) ?? defaultAudioSettings,
    artifactsEnabled: flags.artifactsEnabled,
    twoFactAuthEnterpriseLevel: isRequired && !isInGrace,
    twoFactorAuthUserLevel: hasFactor,
    twoFactorFrom: isRequired && isInGrace && !hasFactor ? graceUntil.toISOString() : null,
    sessionKind: actor.sessionKind,
    hasProvider: actor.connectionId !== null,
  };
}
