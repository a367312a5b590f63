import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/boards/schedules')({
  staticData: { title: 'menu.boards' },
  component: lazyRouteComponent(() => import('../../../features/insight/schedule/schedule-list-page.tsx'), 'ScheduleListPage'),
});
