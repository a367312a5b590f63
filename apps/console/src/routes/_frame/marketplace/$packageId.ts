import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/marketplace/$packageId')({
  staticData: { title: 'screen.marketplace' },
  component: lazyRouteComponent(() => import('../../../features/market/package/package-page.tsx'), 'PackagePage'),
});
