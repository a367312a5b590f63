import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BoardSearch, noBoardSearch } from '../../../../features/insight/board/board.search.ts';

export const Route = createFileRoute('/_frame/boards/$boardId/')({
  staticData: { title: 'menu.boards' },
  validateSearch: BoardSearch,
  search: { middlewares: [stripSearchParams(noBoardSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/insight/board/view/board-page.tsx'), 'BoardPage'),
});
