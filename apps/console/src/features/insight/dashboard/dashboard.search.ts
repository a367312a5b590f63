import { z } from '@parley/contract';

/** Search parameters of the dashboard: the list of rows that a figure has opened, and hours in which the pickup time counts; left out: all. */
export const DashboardSearch = z.object({
  rows: z.literal('missed').optional().catch(undefined),
  hours: z.literal('open').optional().catch(undefined),
});
