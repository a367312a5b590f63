import { randomUUIDv7 } from 'node:crypto';
import { fillNotice, type NoticeWords, type Notification } from '@parley/contract';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { notificationCreated } from './notification.events.ts';
import { presentNotification } from './notification.present.ts';
import { countUnread, deleteOldNotifications, listNotifications, updateRead, upsertNotifications } from './notification.repository.ts';

const keptDays = 90;
const longestPage = 200;

export type Notice = NoticeWords & {
  kind: Notification['kind'];
  /** Path inside the console. */
  link?: string;
  /** Repeats of one cause are one notification with a count while it is unread. */
  cause?: string;
};

/** Creates notifications for users in the transaction of the change; their open pages get them after the commit. */
export async function notify(ctx: EnterpriseContext, tx: Tx, userIds: readonly string[], notice: Notice): Promise<void> {
  const createdAt = ctx.now();
  const { kind, code, values, link = '', cause = '' } = notice;
  const { title, text } = fillNotice(notice);
  // In one order everywhere: two transactions that tell the same people would otherwise wait for each other.
  const rows = [...new Set(userIds)].sort().map((userId) => ({
    notificationId: randomUUIDv7(),
    userId,
    kind,
    cause,
    code,
    values: JSON.stringify(values),
    title,
    text,
    link,
    createdAt,
  }));
  if (rows.length === 0) return;
  const written = await upsertNotifications(tx, ctx.enterpriseId, rows);
  await ctx.events.record(
    tx,
    notificationCreated,
    ...written.map((row) => ({ userId: row.userId, notification: presentNotification(row) })),
  );
}

export function listOwnNotifications(ctx: Ctx, page: { from: number; perPage: number; unreadOnly: boolean }) {
  const { enterpriseId, userId } = ctx.actor;
  const perPage = page.perPage === -1 ? longestPage : page.perPage;
  return ctx.transaction(async (tx) => {
    const rows = await listNotifications(tx, enterpriseId, userId, { ...page, limit: perPage + 1 });
    const unreadCount = await countUnread(tx, enterpriseId, userId);
    return { notifications: rows.slice(0, perPage).map(presentNotification), unreadCount, more: rows.length > perPage };
  });
}

/** @param ids [] for all of the user's */
export function markNotificationsRead(ctx: Ctx, ids: readonly string[]): Promise<{ unreadCount: number }> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    await updateRead(tx, enterpriseId, userId, ids, ctx.now());
    return { unreadCount: await countUnread(tx, enterpriseId, userId) };
  });
}

export const dropOldNotifications = (db: Db, now: Date): Promise<void> =>
  deleteOldNotifications(db, new Date(now.getTime() - keptDays * 24 * 3_600_000));
