import { type NoticeKind, type NotificationWays, userStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

export type StoredWays = { kind: string } & NotificationWays;

export function listPreferences(tx: Read, enterpriseId: string, userId: string): Promise<StoredWays[]> {
  return tx
    .selectFrom('notificationPreferences')
    .select(['kind', 'inApp', 'sound', 'mail', 'push'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .execute();
}

export async function upsertPreferences(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  choices: readonly { kind: NoticeKind; ways: NotificationWays }[],
): Promise<void> {
  if (choices.length === 0) return;
  await tx
    .insertInto('notificationPreferences')
    .values(choices.map(({ kind, ways }) => ({ enterpriseId, userId, kind, ...ways })))
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'userId', 'kind']).doUpdateSet((eb) => ({
        inApp: eb.ref('excluded.inApp'),
        sound: eb.ref('excluded.sound'),
        mail: eb.ref('excluded.mail'),
        push: eb.ref('excluded.push'),
      })),
    )
    .execute();
}

/** The ways and times in which a user is notified. */
export type Reader = {
  userId: string;
  isActive: boolean;
  email: string;
  digestHour: number | null;
  zone: string;
  /** True if chats may call them (NOTIF-037). */
  hearsOfChats: boolean;
  hasBrowser: boolean;
  /** Null: nothing chosen. */
  inApp: boolean | null;
  sound: boolean | null;
  mail: boolean | null;
  push: boolean | null;
};

/** Users in the order of their ids, with what they have chosen for a kind. */
export function listReaders(tx: Tx, enterpriseId: string, userIds: readonly string[], kind: string): Promise<Reader[]> {
  return tx
    .selectFrom('users as u')
    .innerJoin('enterprises as e', 'e.enterpriseId', 'u.enterpriseId')
    .leftJoin('notificationPreferences as p', (join) =>
      join.onRef('p.enterpriseId', '=', 'u.enterpriseId').onRef('p.userId', '=', 'u.userId').on('p.kind', '=', kind),
    )
    .select(['u.userId', 'u.email', 'u.digestHour', 'u.enableChatNotification as hearsOfChats', 'p.inApp', 'p.sound', 'p.mail', 'p.push'])
    .select([
      sql<boolean>`u.state = ${sql.lit(userStates.active)}`.as('isActive'),
      sql<string>`coalesce(nullif(u.time_zone, ''), e.time_zone)`.as('zone'),
      sql<boolean>`exists (select from push_devices d where d.enterprise_id = u.enterprise_id and d.user_id = u.user_id)`.as('hasBrowser'),
    ])
    .where('u.enterpriseId', '=', enterpriseId)
    .where('u.userId', 'in', [...new Set(userIds)])
    .orderBy('u.userId')
    .execute();
}
