import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CardListSearch, noCardListSearch } from '../../../../features/channel/card/card.search.ts';

export const Route = createFileRoute('/_frame/admin/richcard/')({
  staticData: { title: 'menu.visualSnippet' },
  validateSearch: CardListSearch,
  search: { middlewares: [stripSearchParams(noCardListSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/channel/card/card-list-page.tsx'), 'CardListPage'),
});
