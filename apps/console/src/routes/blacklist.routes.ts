import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BlacklistSearch, noBlacklistSearch } from '../features/messaging/blacklist/blacklist.search.ts';
import { layoutRoute } from './frame.route.ts';

/** The blacklist of the campaign area (screens 3.7). */
export const blacklistRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'campaigns/blacklist',
  validateSearch: BlacklistSearch,
  search: { middlewares: [stripSearchParams(noBlacklistSearch)] },
  component: lazyRouteComponent(() => import('../features/messaging/blacklist/blacklist-page.tsx'), 'BlacklistPage'),
  staticData: { title: 'menu.blacklist' },
});
