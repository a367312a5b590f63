import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { LibrarySearch, noLibrarySearch } from '../../features/file/library/library.search.ts';

export const Route = createFileRoute('/_frame/creatives')({
  staticData: { title: 'menu.imageLibrary' },
  validateSearch: LibrarySearch,
  search: { middlewares: [stripSearchParams(noLibrarySearch)] },
  component: lazyRouteComponent(() => import('../../features/file/library/library-page.tsx'), 'CreativesPage'),
});
