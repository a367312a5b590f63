import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noReportSearch, ReportSearch } from '../../../features/insight/report/report.search.ts';

export const Route = createFileRoute('/_frame/admin/report')({
  staticData: { title: 'menu.deliveryReport' },
  validateSearch: ReportSearch,
  search: { middlewares: [stripSearchParams(noReportSearch)] },
  component: lazyRouteComponent(() => import('../../../features/insight/report/report-page.tsx'), 'ReportPage'),
});
