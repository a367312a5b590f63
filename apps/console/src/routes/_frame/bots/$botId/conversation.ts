import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/conversation')({
  staticData: { title: 'screen.designer' },
  component: lazyRouteComponent(() => import('../../../../features/bot/insight/story-map-page.tsx'), 'StoryMapPage'),
});
