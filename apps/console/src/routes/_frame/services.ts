import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noServiceSearch, ServiceSearch } from '../../features/integration/service/service.search.ts';

export const Route = createFileRoute('/_frame/services')({
  staticData: { title: 'menu.services' },
  validateSearch: ServiceSearch,
  search: { middlewares: [stripSearchParams(noServiceSearch)] },
  component: lazyRouteComponent(() => import('../../features/integration/service/services-page.tsx'), 'ServicesPage'),
});
