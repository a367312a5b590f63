import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noSandboxSearch, SandboxSearch } from '../../../../../features/channel/sandbox/sandbox.search.ts';

/** The phones of one sandbox channel (screens 6.1). */
export const Route = createFileRoute('/_frame/admin/channels/$channelId/sandbox')({
  staticData: { title: 'menu.channels' },
  validateSearch: SandboxSearch,
  search: { middlewares: [stripSearchParams(noSandboxSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/channel/sandbox/sandbox-page.tsx'), 'SandboxPage'),
});
