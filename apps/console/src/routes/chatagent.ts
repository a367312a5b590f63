import { screens } from '@parley/contract';
import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ChatSearch, noChatSearch } from '../features/chat/shared/chat.search.ts';
import { refuseHidden, requireLogin } from '../features/shell/guards.ts';

export const Route = createFileRoute('/chatagent')({
  staticData: { title: 'menu.interaction' },
  validateSearch: ChatSearch,
  search: { middlewares: [stripSearchParams(noChatSearch)] },
  beforeLoad: async (match) => {
    const known = await requireLogin(match);
    refuseHidden(known.me, screens.conversation);
    return known;
  },
  component: lazyRouteComponent(() => import('../features/shell/bare-chat-page.tsx'), 'BareChatPage'),
});
