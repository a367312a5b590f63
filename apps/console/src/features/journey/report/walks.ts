import type { ReportSpan } from '@parley/contract';
import type { MonitorSearch } from '../shared/monitor.search.ts';
import type { StreamSearch } from './report.search.ts';

export type Walks = Partial<MonitorSearch>;

/** Returns the filter of the monitor that has the walks of a report. @param within another span than the whole one, such as a day */
export const walksOf = (
  { journeyId, version, channelId, environment }: StreamSearch,
  { from, to }: Pick<ReportSpan, 'from' | 'to'>,
  more: Walks = {},
): Walks => ({ journeyId, version, channelId, environment, counted: true, startedFrom: from, startedTo: to, ...more });
