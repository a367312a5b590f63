import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/nlp-report/overview')({
  staticData: { title: 'menu.analytics' },
  component: lazyRouteComponent(() => import('../../features/bot/report/report-page.tsx'), 'ReportPage'),
});
