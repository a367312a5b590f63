import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CampaignReportSearch, noCampaignReportSearch } from '../../../../features/outreach/report/report.search.ts';

export const Route = createFileRoute('/_frame/campaigns/report/$campaignId')({
  staticData: { title: 'menu.report' },
  validateSearch: CampaignReportSearch,
  search: { middlewares: [stripSearchParams(noCampaignReportSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/outreach/report/report-page.tsx'), 'ReportPage'),
});
