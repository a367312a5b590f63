import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { EncapSearch, noEncapSearch } from '../../../features/journey/encap/encap.search.ts';

export const Route = createFileRoute('/_frame/encaps/$encapId')({
  staticData: { title: 'menu.encaps' },
  validateSearch: EncapSearch,
  search: { middlewares: [stripSearchParams(noEncapSearch)] },
  component: lazyRouteComponent(() => import('../../../features/journey/encap/encap-page.tsx'), 'EncapPage'),
});
