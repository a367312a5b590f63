import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/bots/$botId/prompt')({
  staticData: { title: 'screen.promptConfiguration' },
  component: lazyRouteComponent(() => import('../../../../features/bot/prompt/prompt-page.tsx'), 'PromptPage'),
});
