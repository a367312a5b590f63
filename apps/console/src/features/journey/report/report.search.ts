import { reportEnvironments, z } from '@parley/contract';

export const reportViews = ['overview', 'funnel', 'refused', 'data'] as const;
const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');
const version = z.coerce.number().int().min(0).default(0).catch(0);
const filterText = z.string().default('').catch('');
/** Filters of every report of a stream; version 0 is every version. */
export const StreamSearch = z.object({
  journeyId: filterText,
  version,
  fromDate: day,
  toDate: day,
  channelId: filterText,
  environment: z.enum(reportEnvironments).default('production').catch('production'),
});
export type StreamSearch = z.infer<typeof StreamSearch>;
export const noStreamSearch: StreamSearch = {
  journeyId: '',
  version: 0,
  fromDate: '',
  toDate: '',
  channelId: '',
  environment: 'production',
};

/** Search parameters of the report. `beside`: a second version to compare; `node`: the one that was chosen in the funnel. */
export const ReportSearch = StreamSearch.extend({
  view: z.enum(reportViews).default('overview').catch('overview'),
  beside: version,
  node: filterText,
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type ReportSearch = z.infer<typeof ReportSearch>;
export const noReportSearch: ReportSearch = { ...noStreamSearch, view: 'overview', beside: 0, node: '', from: 0 };
export const dataPage = 25;
