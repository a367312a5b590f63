import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BroadcastSearch, noBroadcastSearch } from '../../../../features/outreach/broadcast/broadcast.search.ts';

export const Route = createFileRoute('/_frame/campaigns/broadcast/$broadcastId')({
  staticData: { title: 'menu.quickSend' },
  validateSearch: BroadcastSearch,
  search: { middlewares: [stripSearchParams(noBroadcastSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/outreach/broadcast/broadcast-page.tsx'), 'BroadcastPage'),
});
