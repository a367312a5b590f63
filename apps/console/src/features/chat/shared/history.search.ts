import { historyOrigins, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
// A number typed into the address is read as one.
const typedText = z.coerce.string().default('').catch('');
const choice = (least: number, most: number) => z.coerce.number().int().min(least).max(most).default(-1).catch(-1);

/** Address of the history. -1: any state, reason and rating; `departmentId` `none`: of no department. */
export const HistorySearch = z.object({
  fromDate: filterText,
  toDate: filterText,
  text: typedText,
  name: typedText,
  phone: typedText,
  number: typedText,
  agentId: filterText,
  departmentId: filterText,
  channelId: filterText,
  labelId: filterText,
  customerId: filterText,
  state: choice(-1, 4),
  missedReason: choice(-1, 2),
  rating: choice(-1, 5),
  origin: z.enum(historyOrigins).default('all').catch('all'),
});
export type HistorySearch = z.infer<typeof HistorySearch>;
export const noHistorySearch: HistorySearch = HistorySearch.parse({});
