import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ActivityListSearch, noActivityListSearch } from '../../../features/outreach/activity/activity.search.ts';

export const Route = createFileRoute('/_frame/campaigns/approved')({
  staticData: { title: 'menu.readyToGo' },
  validateSearch: ActivityListSearch,
  search: { middlewares: [stripSearchParams(noActivityListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/outreach/activity/ready-page.tsx'), 'ReadyPage'),
});
