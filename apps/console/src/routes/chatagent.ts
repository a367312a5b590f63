import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ChatSearch, noChatSearch } from '../features/chat/shared/chat.search.ts';
import { requireLogin } from '../features/shell/guards.ts';

export const Route = createFileRoute('/chatagent')({
  staticData: { title: 'menu.interaction' },
  validateSearch: ChatSearch,
  search: { middlewares: [stripSearchParams(noChatSearch)] },
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../features/shell/bare-chat-page.tsx'), 'BareChatPage'),
});
