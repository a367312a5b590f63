import {
  analyticsComparisons,
  analyticsHours,
  analyticsMeasures,
  analyticsParts,
  chatFigures,
  type LateSince,
  lateCauses,
  lateSince,
  z,
} from '@parley/contract';
import { explainedFigures } from './explained-figures.ts';

const filterText = z.string().default('').catch('');

/** Address of the analysis: its filters, and with `rows` the cell whose chats are shown. `hour`: of the week, -1: of all. */
export const AnalyticsSearch = z.object({
  fromDate: filterText,
  toDate: filterText,
  departmentId: filterText,
  agentId: filterText,
  channelId: filterText,
  labelId: filterText,
  hours: z
    .enum(['', ...analyticsHours])
    .default('')
    .catch(''),
  sandbox: z.boolean().default(false).catch(false),
  compare: z.enum(analyticsComparisons).default('before').catch('before'),
  /** The figure whose change is explained */
  why: z
    .enum(['', ...explainedFigures])
    .default('')
    .catch(''),
  /** The beginning of the day since which changes of days that are over are shown */
  late: z
    .enum(['', ...(Object.keys(lateSince) as LateSince[])])
    .default('')
    .catch(''),
  /** The chats of one reason, or those that changed one figure */
  lateOf: z
    .enum(['', ...lateCauses, ...chatFigures.map((name) => `chat.${name}` as const)])
    .default('')
    .catch(''),
  rows: z
    .enum(['', ...analyticsMeasures])
    .default('')
    .catch(''),
  /** Filters that only the list of rows has */
  ofDay: filterText,
  ofUntil: filterText,
  ofHour: z.number().int().min(-1).max(167).default(-1).catch(-1),
  ofDepartment: filterText,
  ofAgent: filterText,
  ofLast: filterText,
  ofChannel: filterText,
  ofLabel: filterText,
  /** The cell is of the days that are compared with */
  ofFormer: z.boolean().default(false).catch(false),
  ofBy: z
    .enum(['', ...analyticsParts])
    .default('')
    .catch(''),
  ofPart: filterText,
  /** Those that took longer than so many milliseconds; -1: all */
  ofAbove: z.number().min(-1).default(-1).catch(-1),
});
export type AnalyticsSearch = z.infer<typeof AnalyticsSearch>;
export const noAnalyticsSearch: AnalyticsSearch = AnalyticsSearch.parse({});

export const noLate = { late: '', lateOf: '' } as const satisfies Partial<AnalyticsSearch>;

export const noCell = {
  rows: '',
  ofDay: '',
  ofUntil: '',
  ofHour: -1,
  ofDepartment: '',
  ofAgent: '',
  ofLast: '',
  ofChannel: '',
  ofLabel: '',
  ofFormer: false,
  ofBy: '',
  ofPart: '',
  ofAbove: -1,
} as const satisfies Partial<AnalyticsSearch>;

/** Opens the rows of a cell: a measure of some of the chats. */
export type OpenRows = (measure: Exclude<AnalyticsSearch['rows'], ''>, of?: Partial<AnalyticsSearch>) => void;
