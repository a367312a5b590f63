import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/customer-master/customers/create')({
  staticData: { title: 'screen.createContact' },
  component: lazyRouteComponent(() => import('../../../../features/customer/customer/customer-page.tsx'), 'CustomerPage'),
});
