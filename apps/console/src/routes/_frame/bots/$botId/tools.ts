import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/tools')({
  staticData: { title: 'screen.tools' },
  component: lazyRouteComponent(() => import('../../../../features/bot/tool/tool-page.tsx'), 'ToolPage'),
});
