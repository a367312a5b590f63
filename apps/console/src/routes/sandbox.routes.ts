import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noSandboxSearch, SandboxSearch } from '../features/channel/sandbox/sandbox.search.ts';
import { layoutRoute } from './frame.route.ts';

/** The phones of one sandbox channel (screens 6.1). */
export const sandboxRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/channels/$channelId/sandbox',
  validateSearch: SandboxSearch,
  search: { middlewares: [stripSearchParams(noSandboxSearch)] },
  component: lazyRouteComponent(() => import('../features/channel/sandbox/sandbox-page.tsx'), 'SandboxPage'),
  staticData: { title: 'menu.channels' },
});
