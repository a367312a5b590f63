import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { FlowSearch, noFlowSearch } from '../../features/journey/flow/flow.search.ts';

export const Route = createFileRoute('/_frame/whatsapp-flow')({
  staticData: { title: 'menu.flows' },
  validateSearch: FlowSearch,
  search: { middlewares: [stripSearchParams(noFlowSearch)] },
  component: lazyRouteComponent(() => import('../../features/journey/flow/flow-list-page.tsx'), 'FlowListPage'),
});
