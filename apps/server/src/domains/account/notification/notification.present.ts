import type { Notification } from '@parley/contract';
import type { NotificationRow } from './notification.repository.ts';

export const presentNotification = (row: NotificationRow): Notification => ({
  id: row.notificationId,
  kind: row.kind as Notification['kind'],
  code: row.code,
  values: row.values,
  title: row.title,
  text: row.text,
  link: row.link,
  count: row.count,
  isRead: row.readAt !== null,
  createdAt: new Date(row.createdAt).toISOString(),
});
