import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { DashboardSearch } from '../../features/insight/dashboard/dashboard.search.ts';

export const Route = createFileRoute('/_frame/dashboard')({
  staticData: { title: 'menu.dashboard' },
  validateSearch: DashboardSearch,
  component: lazyRouteComponent(() => import('../../features/insight/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
