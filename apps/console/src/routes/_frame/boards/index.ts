import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/boards/')({
  staticData: { title: 'menu.boards' },
  component: lazyRouteComponent(() => import('../../../features/insight/board/board-list-page.tsx'), 'BoardListPage'),
});
