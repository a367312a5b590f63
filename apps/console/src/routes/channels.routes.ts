import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ChannelListSearch, noChannelListSearch } from '../features/channel/channel/channel.search.ts';
import { layoutRoute } from './frame.route.ts';

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/channels',
});

/** Channels: the cards, and the form of one (`create` for a new one). */
export const channelsRoute = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: '/',
    validateSearch: ChannelListSearch,
    search: { middlewares: [stripSearchParams(noChannelListSearch)] },
    component: lazyRouteComponent(() => import('../features/channel/channel/channel-list-page.tsx'), 'ChannelListPage'),
    staticData: { title: 'menu.channels' },
  }),
  createRoute({
    getParentRoute: () => area,
    path: '$channelId',
    component: lazyRouteComponent(() => import('../features/channel/channel/channel-page.tsx'), 'ChannelPage'),
    staticData: { title: 'menu.channels' },
  }),
]);
