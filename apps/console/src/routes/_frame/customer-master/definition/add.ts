import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/customer-master/definition/add')({
  staticData: { title: 'menu.attributes' },
  component: lazyRouteComponent(() => import('../../../../features/customer/attribute/attribute-form-page.tsx'), 'AttributeFormPage'),
});
