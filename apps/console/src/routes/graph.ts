import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { requireLogin } from '../features/shell/guards.ts';

export const Route = createFileRoute('/graph')({
  staticData: { title: 'screen.graph' },
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../features/insight/dashboard/graph-page.tsx'), 'GraphPage'),
});
