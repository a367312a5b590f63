import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ActivityListSearch, noActivityListSearch } from '../../../features/outreach/activity/activity.search.ts';

export const Route = createFileRoute('/_frame/campaigns/reject')({
  staticData: { title: 'menu.declined' },
  validateSearch: ActivityListSearch,
  search: { middlewares: [stripSearchParams(noActivityListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/outreach/activity/declined-page.tsx'), 'DeclinedPage'),
});
