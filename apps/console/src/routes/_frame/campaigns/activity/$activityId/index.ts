import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ActivitySearch, noActivitySearch } from '../../../../../features/outreach/activity/activity.search.ts';

export const Route = createFileRoute('/_frame/campaigns/activity/$activityId/')({
  staticData: { title: 'menu.iterations' },
  validateSearch: ActivitySearch,
  search: { middlewares: [stripSearchParams(noActivitySearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/outreach/activity/activity-page.tsx'), 'ActivityPage'),
});
