import { fillNotice, type ListedKind, type NoticeWords, type NotificationWays } from '@parley/contract';
import type { Db, Tx } from '#platform/db/database.ts';
import { newId } from '#platform/ids.ts';
import type { Ctx, EnterpriseContext } from '../../../context.ts';
import { queuePushes } from '../push/push.service.ts';
import { nextDigest } from './digest.rules.ts';
import { upsertNoticeMails } from './notice-mail.repository.ts';
import { notificationCreated } from './notification.events.ts';
import { presentNotification } from './notification.present.ts';
import {
  countUnread,
  deleteOldNotifications,
  listNotifications,
  type NewNotification,
  updateRead,
  upsertNotifications,
} from './notification.repository.ts';
import { listReaders } from './preference.repository.ts';
import { waysNow } from './preference.rules.ts';

const keptDays = 90;
const longestPage = 200;

export type Notice = NoticeWords & {
  kind: ListedKind;
  /** Path inside the console. */
  link?: string;
  /** Repeats of one cause are one notification with a count while it is unread. */
  cause?: string;
};

/**
 * Tells users in the transaction of the change, each by the ways that they have chosen. Open pages get it after the commit; mails and
 * pushes leave when they are due. A deactivated user gets neither.
 * @param tested the ways of a test, which has no choice of its own
 */
export async function notify(
  ctx: EnterpriseContext,
  tx: Tx,
  userIds: readonly string[],
  notice: Notice,
  tested?: NotificationWays,
): Promise<void> {
  if (userIds.length === 0) return;
  const createdAt = ctx.now();
  const { kind, code, values, link = '', cause = '' } = notice;
  // Fixed order: two transactions that notify the same users would otherwise wait for each other.
  const readers = await listReaders(tx, ctx.enterpriseId, userIds, kind);
  const told = readers.map((reader) => ({ ...reader, ways: waysNow(kind, reader, tested) }));
  const common = { kind, cause, code, values: JSON.stringify(values), link, createdAt };
  await tellConsoles(
    ctx,
    tx,
    told.filter(({ ways }) => ways.inApp),
    { ...common, ...fillNotice(notice) },
  );
  await upsertNoticeMails(
    tx,
    ctx.enterpriseId,
    told
      .filter(({ isActive, ways }) => isActive && ways.mail)
      .map(({ userId, digestHour, zone }) => ({
        ...common,
        userId,
        dueAt: digestHour === null || kind === 'test' ? createdAt : nextDigest(digestHour, zone, createdAt),
      })),
  );
  const pushed = told.filter(({ isActive, hasBrowser, ways }) => isActive && hasBrowser && ways.push).map(({ userId }) => userId);
  await queuePushes(ctx, tx, pushed, { kind, cause, path: link });
}

async function tellConsoles(
  ctx: EnterpriseContext,
  tx: Tx,
  told: readonly { userId: string; ways: NotificationWays }[],
  words: Omit<NewNotification, 'userId'> & { createdAt: Date },
): Promise<void> {
  if (told.length === 0) return;
  const sounding = new Set(told.filter(({ ways }) => ways.sound).map(({ userId }) => userId));
  const rows = told.map(({ userId }) => ({ notificationId: newId(), userId, ...words }));
  const written = await upsertNotifications(tx, ctx.enterpriseId, rows);
  await ctx.events.record(
    tx,
    notificationCreated,
    ...written.map((row) => ({
      userId: row.userId,
      notification: { ...presentNotification(row), hasSound: sounding.has(row.userId) },
    })),
  );
}

export function listOwnNotifications(ctx: Ctx, page: { from: number; perPage: number; unreadOnly: boolean; kind: string }) {
  const { enterpriseId, userId } = ctx.actor;
  const perPage = page.perPage === -1 ? longestPage : page.perPage;
  return ctx.transaction(async (tx) => {
    const rows = await listNotifications(tx, enterpriseId, userId, { ...page, limit: perPage + 1 });
    const unreadCount = await countUnread(tx, enterpriseId, userId);
    return { notifications: rows.slice(0, perPage).map(presentNotification), unreadCount, more: rows.length > perPage };
  });
}

/** @param which with neither ids nor a link all of the user's */
export function markNotificationsRead(ctx: Ctx, which: { ids?: readonly string[]; link?: string } = {}): Promise<{ unreadCount: number }> {
  const { enterpriseId, userId } = ctx.actor;
  return ctx.transaction(async (tx) => {
    await updateRead(tx, enterpriseId, userId, { ids: which.ids ?? [], link: which.link ?? '' }, ctx.now());
    return { unreadCount: await countUnread(tx, enterpriseId, userId) };
  });
}

export const dropOldNotifications = (db: Db, now: Date): Promise<void> =>
  deleteOldNotifications(db, new Date(now.getTime() - keptDays * 24 * 3_600_000));
