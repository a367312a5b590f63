import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noUploadsSearch, UploadsSearch } from '../../../features/customer/csv-import/csv-import.search.ts';

export const Route = createFileRoute('/_frame/customer-master/uploads')({
  staticData: { title: 'screen.myUploads' },
  validateSearch: UploadsSearch,
  search: { middlewares: [stripSearchParams(noUploadsSearch)] },
  component: lazyRouteComponent(() => import('../../../features/customer/csv-import/uploads-page.tsx'), 'UploadsPage'),
});
