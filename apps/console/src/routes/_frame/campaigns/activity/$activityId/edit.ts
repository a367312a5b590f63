import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noPlanSearch, PlanSearch } from '../../../../../features/outreach/shared/plan/plan.search.ts';

export const Route = createFileRoute('/_frame/campaigns/activity/$activityId/edit')({
  staticData: { title: 'menu.iterations' },
  validateSearch: PlanSearch,
  search: { middlewares: [stripSearchParams(noPlanSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/outreach/activity/activity-edit-page.tsx'), 'ActivityEditPage'),
});
