import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { botQuery } from '../../../../features/bot/shared/bot.queries.ts';

/** One bot: header and tabs stay while its screens change. */
export const Route = createFileRoute('/_frame/bots/$botId')({
  staticData: { title: 'menu.skills' },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(botQuery(params.botId)),
  component: lazyRouteComponent(() => import('../../../../features/bot/bot/bot-frame.tsx'), 'BotFrame'),
});
