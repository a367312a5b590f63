import { createRoute, lazyRouteComponent, notFound, stripSearchParams } from '@tanstack/react-router';
import { holdsAny } from '../features/account/shared/me.ts';
import { ChannelListSearch, noChannelListSearch } from '../features/channel/channel/channel.search.ts';
import { layoutRoute } from './frame.route.ts';

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/channels',
  beforeLoad: ({ context }) => {
    if (!holdsAny(context.me, ['CHANNELS.CREATE', 'CHANNELS.EDIT', 'CHANNELS.VIEW', 'CHANNELS.DELETE'])) throw notFound();
  },
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
