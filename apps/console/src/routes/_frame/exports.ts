import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/exports')({
  staticData: { title: 'screen.exports' },
  component: lazyRouteComponent(() => import('../../features/account/export/export-list-page.tsx'), 'ExportListPage'),
});
