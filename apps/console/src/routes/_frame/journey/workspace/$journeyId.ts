import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noStreamSearch, StreamSearch } from '../../../../features/journey/workspace/workspace.search.ts';

export const Route = createFileRoute('/_frame/journey/workspace/$journeyId')({
  staticData: { title: 'menu.streams' },
  validateSearch: StreamSearch,
  search: { middlewares: [stripSearchParams(noStreamSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/journey/workspace/stream-page.tsx'), 'StreamPage'),
});
