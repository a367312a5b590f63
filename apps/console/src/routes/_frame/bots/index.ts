import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BotListSearch, noBotListSearch } from '../../../features/bot/bot/bot.search.ts';

export const Route = createFileRoute('/_frame/bots/')({
  staticData: { title: 'menu.skills' },
  validateSearch: BotListSearch,
  search: { middlewares: [stripSearchParams(noBotListSearch)] },
  component: lazyRouteComponent(() => import('../../../features/bot/bot/bot-list-page.tsx'), 'BotListPage'),
});
