import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** An ended chat that is read, above the history. */
export const Route = createFileRoute('/_frame/chat/history/$chatId')({
  staticData: { title: 'menu.history' },
  component: lazyRouteComponent(() => import('../../../../features/chat/chat/history-view.tsx'), 'HistoryView'),
});
