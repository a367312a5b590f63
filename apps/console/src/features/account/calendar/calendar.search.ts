import { z } from '@parley/contract';

/** Search parameters of the screen of operational hours; defaults stay out of the address. */
export const CalendarSearch = z.object({
  /** The calendar that is edited; 'new' for one that is not saved yet. */
  open: z.string().default('').catch(''),
  /** First day of the strip; '': today. */
  from: z.string().default('').catch(''),
  /** The question of the check: a time on the wall of the calendar, '' for now, and a department. */
  at: z.string().default('').catch(''),
  deptId: z.string().default('').catch(''),
});
export type CalendarSearch = z.infer<typeof CalendarSearch>;
export const noCalendarSearch: CalendarSearch = { open: '', from: '', at: '', deptId: '' };
export const stripDays = 30;
