import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { CalendarSearch, noCalendarSearch } from '../../../features/outreach/calendar/calendar.search.ts';

export const Route = createFileRoute('/_frame/campaigns/calendar')({
  staticData: { title: 'menu.calendar' },
  validateSearch: CalendarSearch,
  search: { middlewares: [stripSearchParams(noCalendarSearch)] },
  component: lazyRouteComponent(() => import('../../../features/outreach/calendar/calendar-page.tsx'), 'CalendarPage'),
});
