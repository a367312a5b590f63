import { ActionIcon, Anchor, Button, Group, Indicator, Popover, ScrollArea, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Notification } from '@parley/contract';
import { IconBell, IconBellCheck, IconChecks } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { sayNotice } from '../../../lib/errors.ts';
import { late } from '../../../lib/late.ts';
import { liveClient } from '../../../lib/live.ts';
import { showToast } from '../../../lib/toasts.ts';
import { useWords } from '../../../lib/words.ts';
import { shellWords } from '../../../locales/shell.ts';
import { NotificationRow } from './notification-row.tsx';
import { productNotificationKeys, productNotificationsQuery, useMarkRead, useOpenNotification } from './product-notification.queries.ts';
import classes from './product-notification-menu.module.css';

const NotificationKeeper = late(() => import('./notification-keeper.tsx').then((module) => module.NotificationKeeper));

/** The product's notifications: newest first, unread ones counted, each leading to its place. */
export function ProductNotificationMenu() {
  const say = useWords(shellWords.frame);
  const client = useQueryClient();
  const [isOpen, popover] = useDisclosure(false);
  const [unreadOnly, setUnreadOnly] = useState(false);
  const list = useQuery(productNotificationsQuery(unreadOnly));
  const markRead = useMarkRead();
  const open = useOpenNotification();
  const unread = list.data?.unreadCount ?? 0;

  useEffect(() => {
    const queryKey = productNotificationKeys.all;
    // A first reading that is on its way is not asked again, though it may lack what has just been told: it begins anew.
    const readAnew = () => void client.cancelQueries({ queryKey }).then(() => client.invalidateQueries({ queryKey }));
    const stopEvents = liveClient.on('notification', (notification) => {
      readAnew();
      showToast('event', sayNotice(notification).title);
    });
    // Events sent before the connection was open, or while it was lost, reach nobody.
    const stopState = liveClient.onState(({ kind }) => {
      if (kind === 'open') readAnew();
    });
    return () => {
      stopEvents();
      stopState();
    };
  }, [client]);

  const handleOpen = (notification: Notification) => {
    popover.close();
    open(notification);
  };

  return (
    <Popover
      opened={isOpen}
      onChange={(open) => (open ? popover.open() : popover.close())}
      position="bottom-end"
      width={360}
      shadow="lg"
      trapFocus
      returnFocus
    >
      <Indicator label={unread > 99 ? '99+' : unread} disabled={unread === 0} size={15} offset={8} color="red" fz={10}>
        <Popover.Target>
          <ActionIcon
            size={34}
            c="inherit"
            onClick={popover.toggle}
            aria-expanded={isOpen}
            aria-label={unread ? say('notificationsUnread', { count: unread }) : say('notifications')}
          >
            <IconBell size={19} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Suspense>
        <NotificationKeeper />
      </Suspense>
      <Popover.Dropdown p={0} aria-label={say('notifications')}>
        <Group justify="space-between" className={classes.head}>
          <Text fw={620} size="sm">
            {say('notifications')}
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconChecks size={14} />}
            disabled={unread === 0}
            onClick={() => markRead.mutate([])}
          >
            {say('notificationsAllRead')}
          </Button>
        </Group>
        <ScrollArea.Autosize mah="min(60dvh, 440px)" viewportProps={{ tabIndex: 0 }}>
          {list.isPending ? (
            <Stack gap="sm" p="md">
              <Skeleton height={12} width="70%" />
              <Skeleton height={12} width="50%" />
            </Stack>
          ) : list.isError ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : list.data.notifications.length === 0 ? (
            <EmptyState icon={IconBellCheck} title={say('notificationsEmpty')} text={say('notificationsEmptyHint')} />
          ) : (
            <ul className={classes.list}>
              {list.data.notifications.map((notification) => (
                <li key={notification.id}>
                  <NotificationRow notification={notification} onOpen={() => handleOpen(notification)} />
                </li>
              ))}
            </ul>
          )}
        </ScrollArea.Autosize>
        <Group justify="space-between" className={classes.foot}>
          <Switch
            size="xs"
            label={say('notificationsUnreadOnly')}
            checked={unreadOnly}
            onChange={(event) => setUnreadOnly(event.currentTarget.checked)}
          />
          <Anchor component={Link} to="/exports" size="xs" onClick={popover.close}>
            {say('notificationsExports')}
          </Anchor>
          <Anchor component={Link} to="/notifications" size="xs" onClick={popover.close}>
            {say('notificationsAll')}
          </Anchor>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}
