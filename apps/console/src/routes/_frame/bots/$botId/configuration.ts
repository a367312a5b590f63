import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/configuration')({
  staticData: { title: 'screen.configuration' },
  component: lazyRouteComponent(() => import('../../../../features/bot/bot-config/bot-config-page.tsx'), 'BotConfigPage'),
});
