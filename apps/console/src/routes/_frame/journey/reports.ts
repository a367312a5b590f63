import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noReportSearch, ReportSearch } from '../../../features/journey/report/report.search.ts';

export const Route = createFileRoute('/_frame/journey/reports')({
  staticData: { title: 'menu.reports' },
  validateSearch: ReportSearch,
  search: { middlewares: [stripSearchParams(noReportSearch)] },
  component: lazyRouteComponent(() => import('../../../features/journey/report/report-page.tsx'), 'ReportPage'),
});
