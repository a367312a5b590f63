import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CalendarSearch, noCalendarSearch } from '../../../../features/account/calendar/calendar.search.ts';

export const Route = createFileRoute('/_frame/admin/chatConfig/operational-hours')({
  staticData: { title: 'menu.operationalHours' },
  validateSearch: CalendarSearch,
  search: { middlewares: [stripSearchParams(noCalendarSearch)] },
  component: lazyRouteComponent(() => import('../../../../features/account/calendar/hours-page.tsx'), 'HoursPage'),
});
