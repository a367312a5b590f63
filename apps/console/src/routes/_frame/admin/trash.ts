import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BinSearch, noBinSearch } from '../../../features/account/bin/bin.search.ts';

export const Route = createFileRoute('/_frame/admin/trash')({
  staticData: { title: 'menu.bin' },
  validateSearch: BinSearch,
  search: { middlewares: [stripSearchParams(noBinSearch)] },
  component: lazyRouteComponent(() => import('../../../features/account/bin/bin-page.tsx'), 'BinPage'),
});
