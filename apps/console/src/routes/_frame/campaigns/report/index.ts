import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CampaignListSearch, noCampaignListSearch } from '../../../../features/outreach/shared/campaign.search.ts';

export const Route = createFileRoute('/_frame/campaigns/report/')({
  staticData: { title: 'menu.report' },
  validateSearch: CampaignListSearch,
  search: { middlewares: [stripSearchParams(noCampaignListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/outreach/report/report-list-page.tsx'), 'ReportListPage'),
});
