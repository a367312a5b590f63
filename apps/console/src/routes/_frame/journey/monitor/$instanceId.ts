import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** One person's walk through a stream. */
export const Route = createFileRoute('/_frame/journey/monitor/$instanceId')({
  staticData: { title: 'menu.monitor' },
  component: lazyRouteComponent(() => import('../../../../features/journey/monitor/instance-page.tsx'), 'InstancePage'),
});
