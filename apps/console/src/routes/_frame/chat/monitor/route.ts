import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { MonitorSearch, noMonitorSearch } from '../../../../features/chat/monitor/monitor.search.ts';

export const Route = createFileRoute('/_frame/chat/monitor')({
  staticData: { title: 'menu.monitor' },
  validateSearch: MonitorSearch,
  search: { middlewares: [stripSearchParams(noMonitorSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/chat/monitor/monitor-page.tsx'), 'MonitorPage'),
});
