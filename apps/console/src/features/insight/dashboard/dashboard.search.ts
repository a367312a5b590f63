import { z } from '@parley/contract';

/** What of the dashboard is in the address: the list of rows that a figure has opened. */
export const DashboardSearch = z.object({ rows: z.literal('missed').optional().catch(undefined) });
