import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ErrorListSearch, noErrorListSearch } from '../../../features/customer/csv-import/csv-import.search.ts';

export const Route = createFileRoute('/_frame/customer-master/error/$uploadId')({
  staticData: { title: 'screen.errorList' },
  validateSearch: ErrorListSearch,
  search: { middlewares: [stripSearchParams(noErrorListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/customer/csv-import/error-list-page.tsx'), 'ErrorListPage'),
});
