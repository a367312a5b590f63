import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noReportSearch, ReportSearch } from '../features/insight/report/report.search.ts';
import { layoutRoute } from './frame.route.ts';

/** The delivery report (screens 11.1). */
export const reportRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/report',
  validateSearch: ReportSearch,
  search: { middlewares: [stripSearchParams(noReportSearch)] },
  component: lazyRouteComponent(() => import('../features/insight/report/report-page.tsx'), 'ReportPage'),
  staticData: { title: 'menu.deliveryReport' },
});
