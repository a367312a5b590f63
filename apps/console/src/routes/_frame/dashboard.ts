import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/dashboard')({
  staticData: { title: 'menu.dashboard' },
  component: lazyRouteComponent(() => import('../../features/insight/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
