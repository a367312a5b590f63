import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import { z } from '../z.ts';
import { AnalyticsFigure, AnalyticsFilter, ChatMeasure } from './analytics.ts';
import { analyticsPage, analyticsUnits } from './analytics-kinds.ts';
import { type LateSince, lateCauses, lateSince } from './late-change-kinds.ts';

const tag = 'Chat analytics';
const base = '/e/enterprise/chat/analytics/changes';
const access = screens.chatAnalytics.permissions;
const Cause = z.enum(lateCauses);
const Unit = z.enum(analyticsUnits);

/** The days of a filter that were over at the moment, and what has changed of their chats since. */
const LateFilter = AnalyticsFilter.omit({ compare: true }).extend({
  since: z.enum(Object.keys(lateSince) as [LateSince, ...LateSince[]]).default('today'),
});
export type LateFilter = z.infer<typeof LateFilter>;

export const LateChanges = z
  .object({
    /** The moment of which the figures are told as they were */
    since: Instant,
    /** Null: none of the days was over then */
    days: z.object({ fromDate: z.iso.date(), toDate: z.iso.date() }).nullable(),
    /** Chats whose facts have changed since, of those that count now or counted then */
    chats: z.number(),
    /** Those by what has happened to them, most first: one chat may be of several */
    causes: z.array(z.object({ cause: Cause, chats: z.number() })),
    /** Figures that are another now @property chats that make the difference */
    figures: z.array(z.object({ measure: ChatMeasure, unit: Unit, was: AnalyticsFigure, is: AnalyticsFigure, chats: z.number() })),
  })
  .meta({ id: 'ChatLateChanges' });
export type LateChanges = z.infer<typeof LateChanges>;

const LateRow = z.object({
  chatId: Id,
  chatNumber: z.string(),
  customerName: z.string(),
  channelName: z.string(),
  departmentName: z.string(),
  createdAt: Instant,
  /** Each in its order */
  changes: z.array(z.object({ cause: Cause, at: Instant })),
  /** Values that the asked measure took of it then and takes now; null: none, or it only counts the chat */
  was: z.number().nullable(),
  is: z.number().nullable(),
  /** The asked measure counted it then, and counts it now */
  wasCounted: z.boolean(),
  isCounted: z.boolean(),
  canRead: z.boolean(),
});
export type LateRow = z.infer<typeof LateRow>;

/** @property unit of the values; null: no measure was asked */
export const LateRows = z
  .object({ total: z.number(), unit: Unit.nullable(), rows: z.array(LateRow), next: z.string().nullable() })
  .meta({ id: 'ChatLateRows' });
export type LateRows = z.infer<typeof LateRows>;

/** The place of the last row of a page: its chat's last change. */
const Place = z
  .string()
  .regex(/^\d{1,18}$/)
  .meta({ examples: ['42'] });

export const lateChangeEndpoints = {
  summary: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Figures of days that were over, as they were at a moment and as they are now, and what has changed them since',
    tag,
    access,
    perMinute: 30,
    query: LateFilter,
    answer: LateChanges,
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: `${base}/rows`,
    summary: 'The chats that have changed since, those that changed last first: all, of one cause, or those that changed one figure',
    tag,
    access,
    perMinute: 60,
    query: LateFilter.extend({
      cause: Cause.optional(),
      measure: ChatMeasure.optional(),
      after: Place.optional(),
      perPage: z.coerce.number().int().min(1).max(200).default(analyticsPage),
    }),
    answer: LateRows,
  }),
};
