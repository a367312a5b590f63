import {
  audienceResults,
  contentParts,
  ledgerStatuses,
  type MilestoneMeasure,
  milestoneMeasures,
  responseKinds,
  z,
} from '@parley/contract';

/** Search parameters of a campaign's report: the chosen iteration, and the filter of its people. */
export const CampaignReportSearch = z.object({
  tab: z.enum(['figures', 'recipients', 'responses', 'fallback', 'milestones', 'log']).default('figures').catch('figures'),
  /** '': all of them together */
  activity: z.string().default('').catch(''),
  status: z
    .union([z.enum(ledgerStatuses), z.literal('')])
    .default('')
    .catch(''),
  reason: z.string().default('').catch(''),
  /** Result that the people share; beside `status`, which is '' then */
  result: z
    .union([z.enum(audienceResults), z.literal('')])
    .default('')
    .catch(''),
  /** The link that they opened, by the variable that it replaces */
  link: z.string().default('').catch(''),
  /** Those of one content in the first part, or everybody else */
  content: z
    .union([z.enum(contentParts), z.literal('')])
    .default('')
    .catch(''),
  /** Filter of the responses: their kind, and their button */
  kind: z
    .union([z.enum(responseKinds), z.literal('')])
    .default('')
    .catch(''),
  button: z.string().default('').catch(''),
  /** Milestones: days on which iterations began, points of the chart, and the figure whose recipients are listed */
  start: z.string().default('').catch(''),
  end: z.string().default('').catch(''),
  timeType: z.enum(['HOUR', 'DAY']).default('DAY').catch('DAY'),
  measure: z
    .union([z.enum(milestoneMeasures as unknown as [MilestoneMeasure, ...MilestoneMeasure[]]), z.literal('')])
    .default('')
    .catch(''),
  milestone: z.string().default('').catch(''),
  day: z.string().default('').catch(''),
  hour: z.coerce.number().int().min(0).max(23).optional().catch(undefined),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type CampaignReportSearch = z.infer<typeof CampaignReportSearch>;
export const noCampaignReportSearch: CampaignReportSearch = {
  tab: 'figures',
  activity: '',
  status: '',
  reason: '',
  result: '',
  link: '',
  content: '',
  kind: '',
  button: '',
  start: '',
  end: '',
  timeType: 'DAY',
  measure: '',
  milestone: '',
  day: '',
  from: 0,
};
