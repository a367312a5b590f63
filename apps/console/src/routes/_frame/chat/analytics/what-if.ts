import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noScenarioSearch, ScenarioSearch } from '../../../../features/chat/what-if/scenario.search.ts';

export const Route = createFileRoute('/_frame/chat/analytics/what-if')({
  staticData: { title: 'menu.whatIf' },
  validateSearch: ScenarioSearch,
  search: { middlewares: [stripSearchParams(noScenarioSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/chat/what-if/scenario-page.tsx'), 'ScenarioPage'),
});
