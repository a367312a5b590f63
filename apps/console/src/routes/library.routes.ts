import { createRoute, lazyRouteComponent, notFound, stripSearchParams } from '@tanstack/react-router';
import { holdsAny } from '../features/account/shared/me.ts';
import { LibrarySearch, noLibrarySearch } from '../features/file/library/library.search.ts';
import { hasFlag } from '../lib/app-config.ts';
import { layoutRoute } from './frame.route.ts';

export const creativesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'creatives',
  validateSearch: LibrarySearch,
  search: { middlewares: [stripSearchParams(noLibrarySearch)] },
  beforeLoad: ({ context }) => {
    if (!holdsAny(context.me, ['CREATIVES.CREATE', 'CREATIVES.EDIT', 'CREATIVES.VIEW', 'CREATIVES.DELETE'])) throw notFound();
  },
  component: lazyRouteComponent(() => import('../features/file/library/library-page.tsx'), 'CreativesPage'),
  staticData: { title: 'menu.imageLibrary' },
});
export const contentLibraryRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'content-library',
  validateSearch: LibrarySearch,
  search: { middlewares: [stripSearchParams(noLibrarySearch)] },
  beforeLoad: () => {
    if (!hasFlag('artifactsEnabled')) throw notFound();
  },
  component: lazyRouteComponent(() => import('../features/file/library/library-page.tsx'), 'LibraryPage'),
  staticData: { title: 'shell.myLibrary' },
});
