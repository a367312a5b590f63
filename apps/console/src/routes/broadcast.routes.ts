import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import {
  BroadcastListSearch,
  BroadcastSearch,
  noBroadcastListSearch,
  noBroadcastSearch,
} from '../features/outreach/broadcast/broadcast.search.ts';
import { layoutRoute } from './frame.route.ts';

const area = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'campaigns/broadcast',
});

/** Broadcasts (001 sections 2.2 and 2.10): the reports, the send form, and one broadcast. */
export const broadcastRoute = area.addChildren([
  createRoute({
    getParentRoute: () => area,
    path: '/',
    validateSearch: BroadcastListSearch,
    search: { middlewares: [stripSearchParams(noBroadcastListSearch)] },
    component: lazyRouteComponent(() => import('../features/outreach/broadcast/broadcast-list-page.tsx'), 'BroadcastListPage'),
    staticData: { title: 'menu.quickSend' },
  }),
  createRoute({
    getParentRoute: () => area,
    path: 'create',
    component: lazyRouteComponent(() => import('../features/outreach/broadcast/send-page.tsx'), 'SendPage'),
    staticData: { title: 'menu.quickSend' },
  }),
  createRoute({
    getParentRoute: () => area,
    path: '$broadcastId',
    validateSearch: BroadcastSearch,
    search: { middlewares: [stripSearchParams(noBroadcastSearch)] },
    component: lazyRouteComponent(() => import('../features/outreach/broadcast/broadcast-page.tsx'), 'BroadcastPage'),
    staticData: { title: 'menu.quickSend' },
  }),
]);
