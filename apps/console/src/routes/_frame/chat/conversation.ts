import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { ChatSearch, noChatSearch } from '../../../features/chat/shared/chat.search.ts';

export const Route = createFileRoute('/_frame/chat/conversation')({
  staticData: { title: 'menu.interaction' },
  validateSearch: ChatSearch,
  search: { middlewares: [stripSearchParams(noChatSearch)] },
  component: lazyRouteComponent(() => import('../../../features/chat/chat/conversation-page.tsx'), 'ConversationPage'),
});
