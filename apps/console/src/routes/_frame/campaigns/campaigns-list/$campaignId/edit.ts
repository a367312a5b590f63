import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noPlanSearch, PlanSearch } from '../../../../../features/outreach/shared/plan/plan.search.ts';

export const Route = createFileRoute('/_frame/campaigns/campaigns-list/$campaignId/edit')({
  staticData: { title: 'menu.campaignsList' },
  validateSearch: PlanSearch,
  search: { middlewares: [stripSearchParams(noPlanSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/outreach/campaign/campaign-edit-page.tsx'), 'CampaignEditPage'),
});
