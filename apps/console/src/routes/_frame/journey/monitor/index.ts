import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { MonitorSearch, noMonitorSearch } from '../../../../features/journey/shared/monitor.search.ts';

export const Route = createFileRoute('/_frame/journey/monitor/')({
  staticData: { title: 'menu.monitor' },
  validateSearch: MonitorSearch,
  search: { middlewares: [stripSearchParams(noMonitorSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/journey/monitor/monitor-page.tsx'), 'MonitorPage'),
});
