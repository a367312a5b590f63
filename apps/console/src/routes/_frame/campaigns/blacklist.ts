import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BlacklistSearch, noBlacklistSearch } from '../../../features/messaging/blacklist/blacklist.search.ts';

export const Route = createFileRoute('/_frame/campaigns/blacklist')({
  staticData: { title: 'menu.blacklist' },
  validateSearch: BlacklistSearch,
  search: { middlewares: [stripSearchParams(noBlacklistSearch)] },
  component: lazyRouteComponent(() => import('../../../features/messaging/blacklist/blacklist-page.tsx'), 'BlacklistPage'),
});
