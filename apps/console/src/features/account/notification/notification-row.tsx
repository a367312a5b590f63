import { UnstyledButton } from '@mantine/core';
import type { Notification } from '@parley/contract';
import { sayNotice } from '../../../lib/errors.ts';
import { formatNumber, formatRelative, formatTimestamp } from '../../../lib/format.ts';
import { i18next } from '../../../lib/i18n.ts';
import classes from './product-notification-menu.module.css';

/** One notification, which leads to its place. */
export function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const { title, text } = sayNotice(notification);
  return (
    <UnstyledButton className={classes.row} data-unread={!notification.isRead || undefined} onClick={onOpen}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.words}>
        <span className={classes.title}>
          {title}
          {notification.count > 1 ? <span className={classes.count}> ×{formatNumber(notification.count)}</span> : null}
        </span>
        {text ? <span className={classes.text}>{text}</span> : null}
        <time className={classes.time} dateTime={notification.createdAt} title={formatTimestamp(notification.createdAt)}>
          {formatRelative(notification.createdAt, Date.now(), i18next.language)}
        </time>
      </span>
    </UnstyledButton>
  );
}
