import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/customer-master/customers/view/$customerId')({
  staticData: { title: 'screen.updateContact' },
  component: lazyRouteComponent(() => import('../../../../features/customer/customer/customer-page.tsx'), 'CustomerPage'),
});
