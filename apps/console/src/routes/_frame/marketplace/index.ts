import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noPackageListSearch, PackageListSearch } from '../../../features/market/package/package.search.ts';

/** Packages at hand (SHELL-017); the guard of the frame asks for MARKET_PLACE.VIEW (SHELL-018). */
export const Route = createFileRoute('/_frame/marketplace/')({
  staticData: { title: 'screen.marketplace' },
  validateSearch: PackageListSearch,
  search: { middlewares: [stripSearchParams(noPackageListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/market/package/package-list-page.tsx'), 'PackageListPage'),
});
