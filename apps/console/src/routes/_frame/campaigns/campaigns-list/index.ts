import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CampaignListSearch, noCampaignListSearch } from '../../../../features/outreach/shared/campaign.search.ts';

export const Route = createFileRoute('/_frame/campaigns/campaigns-list/')({
  staticData: { title: 'menu.campaignsList' },
  validateSearch: CampaignListSearch,
  search: { middlewares: [stripSearchParams(noCampaignListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/outreach/campaign/campaign-list-page.tsx'), 'CampaignListPage'),
});
