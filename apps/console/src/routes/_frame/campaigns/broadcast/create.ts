import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/campaigns/broadcast/create')({
  staticData: { title: 'menu.quickSend' },
  component: lazyRouteComponent(() => import('../../../../features/outreach/broadcast/send-page.tsx'), 'SendPage'),
});
