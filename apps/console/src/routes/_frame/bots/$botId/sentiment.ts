import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/sentiment')({
  staticData: { title: 'screen.sentiment' },
  component: lazyRouteComponent(() => import('../../../../features/bot/insight/sentiment-page.tsx'), 'SentimentPage'),
});
