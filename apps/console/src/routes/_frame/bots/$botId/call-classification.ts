import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/call-classification')({
  staticData: { title: 'screen.callClassification' },
  component: lazyRouteComponent(() => import('../../../../features/bot/insight/classification-page.tsx'), 'ClassificationPage'),
});
