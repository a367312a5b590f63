import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { NotificationSearch, noNotificationSearch } from '../../features/account/notification/notification.search.ts';

export const Route = createFileRoute('/_frame/notifications')({
  staticData: { title: 'screen.notifications' },
  validateSearch: NotificationSearch,
  search: { middlewares: [stripSearchParams(noNotificationSearch)] },
  component: lazyRouteComponent(() => import('../../features/account/notification/notification-list-page.tsx'), 'NotificationListPage'),
});
