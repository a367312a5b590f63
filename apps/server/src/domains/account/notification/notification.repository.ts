import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';

const columns = ['notificationId', 'userId', 'kind', 'code', 'values', 'title', 'text', 'link', 'count', 'readAt', 'createdAt'] as const;

export type NewNotification = {
  userId: string;
  kind: string;
  cause: string;
  code: string;
  values: string;
  title: string;
  text: string;
  link: string;
};

/** An unread one of the same kind and cause is counted up instead of repeated. */
export function upsertNotifications(
  tx: Tx,
  enterpriseId: string,
  rows: readonly (NewNotification & { notificationId: string; createdAt: Date })[],
) {
  return tx
    .insertInto('notifications')
    .values(rows.map((row) => ({ enterpriseId, ...row })))
    .onConflict((conflict) =>
      conflict
        .columns(['enterpriseId', 'userId', 'kind', 'cause'])
        .where('readAt', 'is', null)
        .doUpdateSet((eb) => ({
          count: sql<number>`notifications.count + 1`,
          code: eb.ref('excluded.code'),
          values: eb.ref('excluded.values'),
          title: eb.ref('excluded.title'),
          text: eb.ref('excluded.text'),
          link: eb.ref('excluded.link'),
          createdAt: eb.ref('excluded.createdAt'),
        })),
    )
    .returning(columns)
    .execute();
}
export type NotificationRow = Awaited<ReturnType<typeof upsertNotifications>>[number];

export function listNotifications(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  page: { from: number; limit: number; unreadOnly: boolean; kind: string },
): Promise<NotificationRow[]> {
  return tx
    .selectFrom('notifications')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .$if(page.kind !== '', (query) => query.where('kind', '=', page.kind))
    .$if(page.unreadOnly, (query) => query.where('readAt', 'is', null))
    .orderBy('createdAt', 'desc')
    .orderBy('notificationId', 'desc')
    .$call(pageOf(page))
    .execute();
}

export async function countUnread(tx: Tx, enterpriseId: string, userId: string): Promise<number> {
  const row = await tx
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.unread);
}

/** @param which of those that are unread: with neither ids nor a link all of them */
export async function updateRead(
  tx: Tx,
  enterpriseId: string,
  userId: string,
  { ids, link }: { ids: readonly string[]; link: string },
  readAt: Date,
): Promise<void> {
  await tx
    .updateTable('notifications')
    .set({ readAt })
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('readAt', 'is', null)
    .$if(ids.length > 0, (query) => query.where('notificationId', 'in', ids))
    // The part behind # is a place within the opened screen.
    .$if(link !== '', (query) => query.where(sql<boolean>`split_part(link, '#', 1) = ${link}`))
    .execute();
}

export async function deleteOldNotifications(db: Db, olderThan: Date): Promise<void> {
  await sql`select delete_old_notifications(${olderThan})`.execute(db);
}
