import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { MovingSearch, noMovingSearch } from '../../../../features/market/moving/moving.search.ts';

export const Route = createFileRoute('/_frame/admin/moving-in/$moveId')({
  staticData: { title: 'menu.movingIn' },
  validateSearch: MovingSearch,
  search: { middlewares: [stripSearchParams(noMovingSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/market/moving/moving-page.tsx'), 'MovingPage'),
});
