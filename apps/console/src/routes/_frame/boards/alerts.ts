import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/boards/alerts')({
  staticData: { title: 'menu.boards' },
  component: lazyRouteComponent(() => import('../../../features/insight/alert/alert-list-page.tsx'), 'AlertListPage'),
});
