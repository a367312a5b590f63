import { createRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { LibrarySearch, noLibrarySearch } from '../features/file/library/library.search.ts';
import { layoutRoute } from './frame.route.ts';

export const creativesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'creatives',
  validateSearch: LibrarySearch,
  search: { middlewares: [stripSearchParams(noLibrarySearch)] },
  component: lazyRouteComponent(() => import('../features/file/library/library-page.tsx'), 'CreativesPage'),
  staticData: { title: 'menu.imageLibrary' },
});
export const contentLibraryRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'content-library',
  validateSearch: LibrarySearch,
  search: { middlewares: [stripSearchParams(noLibrarySearch)] },
  component: lazyRouteComponent(() => import('../features/file/library/library-page.tsx'), 'LibraryPage'),
  staticData: { title: 'screen.myLibrary' },
});
