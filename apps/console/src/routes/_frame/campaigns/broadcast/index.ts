import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BroadcastListSearch, noBroadcastListSearch } from '../../../../features/outreach/broadcast/broadcast.search.ts';

export const Route = createFileRoute('/_frame/campaigns/broadcast/')({
  staticData: { title: 'menu.quickSend' },
  validateSearch: BroadcastListSearch,
  search: { middlewares: [stripSearchParams(noBroadcastListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/outreach/broadcast/broadcast-list-page.tsx'), 'BroadcastListPage'),
});
