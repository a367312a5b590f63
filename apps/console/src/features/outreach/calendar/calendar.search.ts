import { z } from '@parley/contract';
import { isDay } from '../../../lib/days.ts';

/** Search parameters of the calendar: the shown month or week by any of its days, 2024-01-31; '' is today. */
export const CalendarSearch = z.object({
  view: z.enum(['month', 'week']).default('month').catch('month'),
  day: z.string().refine(isDay).default('').catch(''),
});
export type CalendarSearch = z.infer<typeof CalendarSearch>;
export const noCalendarSearch: CalendarSearch = { view: 'month', day: '' };
