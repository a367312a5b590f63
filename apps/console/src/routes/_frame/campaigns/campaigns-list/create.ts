import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/campaigns/campaigns-list/create')({
  staticData: { title: 'menu.campaignsList' },
  component: lazyRouteComponent(() => import('../../../../features/outreach/campaign/campaign-new-page.tsx'), 'CampaignNewPage'),
});
