import { z } from '@parley/contract';
import { noStreamSearch, StreamSearch } from './report.search.ts';

/** Search parameters of the report. `milestone`: whose customers are listed; '' the first one's. */
export const MilestoneSearch = StreamSearch.extend({
  timeType: z.enum(['HOUR', 'DAY']).default('DAY').catch('DAY'),
  milestone: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type MilestoneSearch = z.infer<typeof MilestoneSearch>;
export const noMilestoneSearch: MilestoneSearch = { ...noStreamSearch, timeType: 'DAY', milestone: '', from: 0 };
export const peoplePage = 25;
