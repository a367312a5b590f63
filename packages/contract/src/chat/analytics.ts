import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import {
  type AnalyticsMeasure,
  analyticsComparisons,
  analyticsHours,
  analyticsMeasures,
  analyticsPage,
  analyticsParts,
  analyticsUnits,
  chatFigures,
} from './analytics-kinds.ts';
import { noDepartment } from './inbox-kinds.ts';

const tag = 'Chat analytics';
const base = '/e/enterprise/chat/analytics';
const Day = z.union([z.iso.date(), z.literal('')]).default('');

/**
 * Chats that began on these days of the enterprise's zone, the last seven without any. `agentId`: that the agent had; `lastAgentId`: that the
 * agent had last. Chats of the sandbox are counted apart.
 */
export const AnalyticsFilter = z.object({
  fromDate: Day,
  toDate: Day,
  departmentId: z.union([Id, z.literal(noDepartment)]).optional(),
  agentId: Id.optional(),
  lastAgentId: Id.optional(),
  channelId: Id.optional(),
  labelId: Id.optional(),
  /** Absent: whatever hours they began in */
  hours: z.enum(analyticsHours).optional(),
  sandbox: formBoolean.default(false),
  /** Days that figures are compared with; while today is open, as much of its day as of today has passed */
  compare: z.enum(analyticsComparisons).default('before'),
});
export type AnalyticsFilter = z.infer<typeof AnalyticsFilter>;

export const AnalyticsMeasureName = z.enum(analyticsMeasures as unknown as [AnalyticsMeasure, ...AnalyticsMeasure[]]);
const Measure = AnalyticsMeasureName;
export const ChatMeasure = z.enum(chatFigures.map((name) => `chat.${name}` as const));
const Part = z.enum(analyticsParts);

/** @property value null: of nothing @property count rows that the figure opens: of a mean those that have the value, of a share its part */
export const AnalyticsFigure = z.object({ value: z.number().nullable(), count: z.number() });
export type AnalyticsFigure = z.infer<typeof AnalyticsFigure>;
const Figures = z.partialRecord(Measure, AnalyticsFigure);
export type AnalyticsFigures = z.infer<typeof Figures>;

/** Figures of a part of the chats. @property name empty: of none, or one that is gone */
const Group = z.object({ key: z.string(), name: z.string(), figures: Figures });
export type AnalyticsGroup = z.infer<typeof Group>;

export const AnalyticsReport = z
  .object({
    fromDate: z.iso.date(),
    toDate: z.iso.date(),
    zone: z.string(),
    asOf: Instant,
    /** Facts of older chats are still being made: figures are complete for chats that began after this; null: for all */
    completeSince: Instant.nullable(),
    figures: Figures,
    /** Unit of each of them, and which change is for the better */
    measures: z.partialRecord(Measure, z.object({ unit: z.enum(analyticsUnits), better: z.enum(['more', 'less', 'neither']) })),
    /** The same of the days that it is compared with, in their order */
    before: z.object({
      fromDate: z.iso.date(),
      toDate: z.iso.date(),
      figures: Figures,
      days: z.array(z.object({ day: z.iso.date(), figures: Figures })),
    }),
    /** Targets that hold on the last day: of the asked department, or of the enterprise */
    targets: z.partialRecord(ChatMeasure, z.number()),
    days: z.array(z.object({ day: z.iso.date(), figures: Figures })),
    /** Chats by the hour at which they began; weekday 1 is Monday. Hours without any are left out */
    hours: z.array(z.object({ weekday: z.number(), hour: z.number(), count: z.number() })),
    channels: z.array(Group),
    labels: z.array(Group),
  })
  .meta({ id: 'ChatAnalytics' });
export type AnalyticsReport = z.infer<typeof AnalyticsReport>;

/** @property onlineMs with `awayMs` time with that status within the days, whatever the other filters are; null: not recorded */
const AgentLine = Group.extend({ isActive: z.boolean(), onlineMs: z.number().nullable(), awayMs: z.number().nullable() });
export type AnalyticsAgent = z.infer<typeof AgentLine>;

export const AnalyticsTables = z
  .object({
    departments: z.array(Group),
    agents: z.array(AgentLine),
    /** Chats of each agent added up, those that were counted for several beyond the first, and the chats that somebody had */
    foot: z.object({ sum: z.number(), extra: z.number(), several: z.number(), whole: z.number() }),
  })
  .meta({ id: 'ChatAnalyticsTables' });
export type AnalyticsTables = z.infer<typeof AnalyticsTables>;

/** Names a cell: a measure of some of the chats. */
export const AnalyticsCell = AnalyticsFilter.extend({
  measure: Measure,
  day: Day,
  /** Hour of the week, from 0, Monday after midnight; absent: of all */
  hour: z.coerce.number().int().min(0).max(167).optional(),
  /** The cell is of the days that the filter is compared with */
  former: formBoolean.default(false),
  /** Kind of part, and with `part` which one: the empty one of those that have none */
  by: Part.optional(),
  part: z.string().max(4000).default(''),
  /** Those alone that took longer than so many milliseconds */
  above: z.coerce.number().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type AnalyticsCell = z.infer<typeof AnalyticsCell>;

const AnalyticsRow = z.object({
  chatId: Id,
  /** 0 for a chat; for an agent's time with it, the place of that among the chat's */
  spell: z.number(),
  chatNumber: z.string(),
  customerName: z.string(),
  channelName: z.string(),
  departmentName: z.string(),
  /** Those who had it, in their order */
  agents: z.array(z.string()),
  createdAt: Instant,
  endedAt: Instant.nullable(),
  isMissed: z.boolean(),
  /** Value that the measure takes of this row; null: it only counts it */
  value: z.number().nullable(),
  waitMs: z.number().nullable(),
  handlingMs: z.number().nullable(),
  rating: z.number().nullable(),
  /** The reader may read its messages too */
  canRead: z.boolean(),
});
export type AnalyticsRow = z.infer<typeof AnalyticsRow>;

export const AnalyticsRows = z
  .object({ measure: Measure, unit: z.enum(analyticsUnits), total: z.number(), rows: z.array(AnalyticsRow), next: z.string().nullable() })
  .meta({ id: 'ChatAnalyticsRows' });
export type AnalyticsRows = z.infer<typeof AnalyticsRows>;

/** Figures of one part on both sides. @property change its share of the whole change: `slower` by other values, `more` by other numbers of chats */
const Change = z.object({ change: z.number(), slower: z.number(), more: z.number() });
const Side = z.object({ value: z.number().nullable(), count: z.number() });
const ExplainedPart = Change.extend({ key: z.string(), name: z.string(), before: Side, after: Side });
export type AnalyticsExplainedPart = z.infer<typeof ExplainedPart>;

/**
 * A figure and that of the days before, with what made the difference. The changes of the parts of each property add up to the whole one.
 * Of a median and of 90 % the chats are counted that took longer than it was before.
 */
export const AnalyticsExplanation = z
  .object({
    measure: Measure,
    unit: z.enum(analyticsUnits),
    before: Side.extend({ fromDate: z.iso.date(), toDate: z.iso.date() }),
    after: Side.extend({ fromDate: z.iso.date(), toDate: z.iso.date() }),
    /** Sum of the parts: the difference of both values, or of the chats that took longer than `above` */
    change: z.number(),
    /** Milliseconds; null: the figure itself is explained */
    above: z.number().nullable(),
    /** Fewer chats than explain anything */
    isTooFew: z.boolean(),
    /** The one whose parts did most beyond their share of the chats comes first; those of which all chats are in one part are left out */
    properties: z.array(
      z.object({
        by: Part,
        parts: z.array(ExplainedPart),
        others: Change.extend({ parts: z.number(), before: z.number(), after: z.number() }),
      }),
    ),
  })
  .meta({ id: 'ChatAnalyticsExplanation' });
export type AnalyticsExplanation = z.infer<typeof AnalyticsExplanation>;

const Named = z.object({ id: Id, name: z.string() });
const access = screens.chatAnalytics.permissions;
/** The place of the last row of a page: the time of its chat, its id, and its spell. */
export const AnalyticsPlace = z
  .string()
  .refine((place) => {
    const [at, id, spell = '', ...rest] = place.split('_');
    const isRow = z.iso.datetime().safeParse(at).success && z.guid().safeParse(id).success && /^\d{1,4}$/.test(spell);
    return isRow && rest.length === 0;
  })
  .meta({ examples: ['2026-03-01T10:00:00.000Z_00000000-0000-4000-8000-000000000000_0'] });

export const chatAnalyticsEndpoints = {
  choices: defineEndpoint({
    method: 'GET',
    path: `${base}/choices`,
    summary: 'Channels, departments, agents and labels by which chats are analysed, as far as the data scope reaches',
    tag,
    access,
    answer: z.object({ channels: z.array(Named), departments: z.array(Named), agents: z.array(Named), labels: z.array(Named) }),
  }),
  report: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Figures of the chats that began in a range of days, by day, hour, channel and label, and of as many days before',
    tag,
    access,
    perMinute: 60,
    query: AnalyticsFilter,
    answer: AnalyticsReport,
  }),
  tables: defineEndpoint({
    method: 'GET',
    path: `${base}/tables`,
    summary: 'The same chats by department and by agent; a chat counts for each agent who had it',
    tag,
    access,
    perMinute: 60,
    query: AnalyticsFilter,
    answer: AnalyticsTables,
  }),
  explain: defineEndpoint({
    method: 'GET',
    path: `${base}/explain`,
    summary: 'Why a figure differs from that of the days that it is compared with, by the parts that made the difference',
    tag,
    access,
    perMinute: 60,
    query: AnalyticsFilter.extend({ measure: ChatMeasure }),
    answer: AnalyticsExplanation,
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: `${base}/rows`,
    summary: 'The chats that a figure counts, newest first',
    tag,
    access,
    perMinute: 120,
    query: AnalyticsCell.extend({
      after: AnalyticsPlace.optional(),
      perPage: z.coerce.number().int().min(1).max(200).default(analyticsPage),
    }),
    answer: AnalyticsRows,
  }),
  rowsDownload: defineEndpoint({
    method: 'GET',
    path: `${base}/rows/csv`,
    summary: 'The chats that a figure counts as a CSV file, all of them; the link carries x-access-id',
    audit: leaves('chat_report', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    query: AnalyticsCell.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
  download: defineEndpoint({
    method: 'GET',
    path: `${base}/csv`,
    summary: 'The figures as a CSV file, or one row a chat with what is measured of it; the link carries x-access-id',
    audit: leaves('chat_report', 'export'),
    tag,
    access: 'public',
    perMinute: 10,
    query: AnalyticsFilter.extend({
      kind: z.enum(['summary', 'chats']).default('summary'),
      'x-access-id': z.string().max(500).default(''),
    }),
  }),
};
