import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { MovingListSearch, noMovingListSearch } from '../../../../features/market/moving/moving.search.ts';

export const Route = createFileRoute('/_frame/admin/moving-in/')({
  staticData: { title: 'menu.movingIn' },
  validateSearch: MovingListSearch,
  search: { middlewares: [stripSearchParams(noMovingListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/market/moving/moving-list-page.tsx'), 'MovingListPage'),
});
