import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { EntityListSearch, noEntityListSearch } from '../../../../../features/bot/entity/entity.search.ts';

export const Route = createFileRoute('/_frame/bots/$botId/entity-list/')({
  staticData: { title: 'screen.entities' },
  validateSearch: EntityListSearch,
  search: { middlewares: [stripSearchParams(noEntityListSearch)] },
  component: lazyRouteComponent(() => import('../../../../../features/bot/entity/entity-list-page.tsx'), 'EntityListPage'),
});
