import { createFileRoute, redirect } from '@tanstack/react-router';
import { botQuery } from '../../../../features/bot/shared/bot.queries.ts';

export const Route = createFileRoute('/_frame/bots/$botId/')({
  beforeLoad: async ({ context, params }) => {
    const bot = await context.queryClient.ensureQueryData(botQuery(params.botId));
    throw redirect({ to: bot.type === 'prompt' ? '/bots/$botId/prompt' : '/bots/$botId/intents', params, replace: true });
  },
});
