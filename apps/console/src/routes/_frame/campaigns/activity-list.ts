import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ActivityListSearch, noActivityListSearch } from '../../../features/outreach/activity/activity.search.ts';

export const Route = createFileRoute('/_frame/campaigns/activity-list')({
  staticData: { title: 'menu.iterations' },
  validateSearch: ActivityListSearch,
  search: { middlewares: [stripSearchParams(noActivityListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/outreach/activity/inbox-page.tsx'), 'InboxPage'),
});
