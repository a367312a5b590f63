import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/nlp-report/overview')({
  staticData: { title: 'screen.report' },
  component: lazyRouteComponent(() => import('../../../../features/bot/report/report-page.tsx'), 'ReportPage'),
});
