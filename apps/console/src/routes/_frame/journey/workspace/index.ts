import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noWorkspaceSearch, WorkspaceSearch } from '../../../../features/journey/workspace/workspace.search.ts';

export const Route = createFileRoute('/_frame/journey/workspace/')({
  staticData: { title: 'menu.streams' },
  validateSearch: WorkspaceSearch,
  search: { middlewares: [stripSearchParams(noWorkspaceSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/journey/workspace/workspace-page.tsx'), 'WorkspacePage'),
});
