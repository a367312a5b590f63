import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { HistorySearch, noHistorySearch } from '../../../../features/chat/shared/history.search.ts';

export const Route = createFileRoute('/_frame/chat/history')({
  staticData: { title: 'menu.history' },
  validateSearch: HistorySearch,
  search: { middlewares: [stripSearchParams(noHistorySearch)] },
  component: lazyRouteComponent(() => import('../../../../features/chat/history/history-page.tsx'), 'HistoryPage'),
});
