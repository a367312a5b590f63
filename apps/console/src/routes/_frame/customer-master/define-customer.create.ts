import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/customer-master/define-customer/create')({
  staticData: { title: 'menu.attributes' },
  component: lazyRouteComponent(() => import('../../../features/customer/attribute/attribute-form-page.tsx'), 'AttributeFormPage'),
});
