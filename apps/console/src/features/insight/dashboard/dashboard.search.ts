import { z } from '@parley/contract';

/** Search parameter of the dashboard: the list of rows that a figure has opened. */
export const DashboardSearch = z.object({ rows: z.literal('missed').optional().catch(undefined) });
