import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { EncapListSearch, noEncapListSearch } from '../../../features/journey/encap/encap.search.ts';

/** The list of encaps, the first screen of its area (SHELL-011). */
export const Route = createFileRoute('/_frame/encaps/')({
  staticData: { title: 'menu.encaps' },
  validateSearch: EncapListSearch,
  search: { middlewares: [stripSearchParams(noEncapListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/journey/encap/encap-list-page.tsx'), 'EncapListPage'),
});
