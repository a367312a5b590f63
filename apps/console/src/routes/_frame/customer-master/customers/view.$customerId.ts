import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CustomerSearch, noCustomerSearch } from '../../../../features/customer/customer/customer.search.ts';

export const Route = createFileRoute('/_frame/customer-master/customers/view/$customerId')({
  staticData: { title: 'screen.updateContact' },
  validateSearch: CustomerSearch,
  search: { middlewares: [stripSearchParams(noCustomerSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/customer/customer/customer-page.tsx'), 'CustomerPage'),
});
