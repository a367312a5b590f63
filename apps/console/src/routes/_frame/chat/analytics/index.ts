import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { AnalyticsSearch, noAnalyticsSearch } from '../../../../features/chat/analytics/analytics.search.ts';

export const Route = createFileRoute('/_frame/chat/analytics/')({
  staticData: { title: 'menu.analytics' },
  validateSearch: AnalyticsSearch,
  search: { middlewares: [stripSearchParams(noAnalyticsSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/chat/analytics/analytics-page.tsx'), 'AnalyticsPage'),
});
