import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { MilestoneSearch, noMilestoneSearch } from '../../../features/journey/report/milestone.search.ts';

export const Route = createFileRoute('/_frame/journey/milestone-report')({
  staticData: { title: 'menu.milestoneReport' },
  validateSearch: MilestoneSearch,
  search: { middlewares: [stripSearchParams(noMilestoneSearch)] },
  component: lazyRouteComponent(() => import('../../../features/journey/report/milestone-page.tsx'), 'MilestonePage'),
});
