import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/boards/create')({
  staticData: { title: 'menu.boards' },
  component: lazyRouteComponent(() => import('../../../features/insight/board/edit/board-form-page.tsx'), 'BoardNewPage'),
});
