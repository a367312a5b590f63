import { type AudioSettings, defaultAudioSettings, type FeatureFlags, type Me, type Profile, type UserRow } from '@parley/contract';
import type { Actor } from '../../../context.ts';
import { firebaseConfig } from '../enterprise/feature-flags.ts';
import type { OwnRow, UserListRow } from './user.repository.ts';

type FileUrl = (fileId: string) => string;
const pictureOf = (fileId: string | null, fileUrl: FileUrl) => (fileId ? fileUrl(fileId) : '');

export const presentUserRow = (row: UserListRow, fileUrl: FileUrl): UserRow => ({
  uId: row.userId,
  name: row.name,
  emailId: row.email,
  roles: row.roles,
  state: row.state,
  profilePic: pictureOf(row.profileFileId, fileUrl),
  agentStatus: row.agentStatus,
  lastLoginAt: row.lastLoginAt?.toISOString() ?? null,
});

export const presentProfile = (row: OwnRow, fileUrl: FileUrl): Profile => ({
  name: row.name,
  emailId: row.email,
  phone: row.phone,
  profilePic: pictureOf(row.profileFileId, fileUrl),
  timeZone: row.timeZone || row.enterpriseTimeZone,
  language: row.language === 'hi' ? 'hi' : 'en',
});

export function presentMe(row: OwnRow, actor: Actor, roleNames: string[], flags: FeatureFlags, fileUrl: FileUrl): Me {
  return {
    ...presentProfile(row, fileUrl),
    uId: row.userId,
    eId: row.enterpriseId,
    enterpriseName: row.enterpriseName,
    userName: row.email,
    roles: [...actor.roles],
    roleNames,
    permissions: [...actor.permissions].sort(),
    enablePushNotification: firebaseConfig !== null && row.hasDevice,
    enableChatNotification: row.enableChatNotification,
    audioSettings: (row.audioSettings as AudioSettings | null) ?? defaultAudioSettings,
    artifactsEnabled: flags.artifactsEnabled,
    // Two-factor login is not built, so nobody can require it or switch it on.
    twoFactAuthEnterpriseLevel: false,
    twoFactorAuthUserLevel: false,
    sessionKind: actor.sessionKind,
  };
}
