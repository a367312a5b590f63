import { conversationPage, reportScopes, z } from '@parley/contract';

const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');
const id = z
  .union([z.uuid(), z.literal('')])
  .default('')
  .catch('');
export const reportViews = ['overview', 'conversations', 'unanswered'] as const;

/** Search parameters of the conversation report, which its screen reads: the first page has no room for them. */
export const ConversationReportSearch = z.object({
  /** The agent; '': the first one */
  agent: id,
  start: day,
  end: day,
  view: z.enum(reportViews).default('overview').catch('overview'),
  sandbox: z.boolean().default(false).catch(false),
  scope: z.coerce.number().int().min(reportScopes.all).max(reportScopes.nonScoped).default(0).catch(0),
  from: z.coerce
    .number()
    .int()
    .min(0)
    .transform((from) => from - (from % conversationPage))
    .default(0)
    .catch(0),
  /** One day of the range whose rows were opened */
  day,
  /** Messages of one conversation, intent or person */
  session: id,
  intent: id,
  person: id,
  /** The list of rows that a figure has opened */
  rows: z.enum(['conversation', 'person', '']).default('').catch(''),
});
export type ConversationReportSearch = z.infer<typeof ConversationReportSearch>;
/** Values of all that narrows the messages beside the range and the scope. */
export const noNarrowing = { day: '', session: '', intent: '', person: '' } as const;
