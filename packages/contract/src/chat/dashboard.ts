import { defineEndpoint } from '../endpoint.ts';
import { formBoolean } from '../fields.ts';
import { z } from '../z.ts';
import { AnalyticsPlace, AnalyticsRows } from './analytics.ts';
import { analyticsPage } from './analytics-kinds.ts';

/** Rows of the missed chats of a day; a list of more serves nobody. */
export const missedChatsMax = 200;
export const MissedChat = z
  .object({
    chatId: z.string(),
    customerName: z.string(),
    missedAt: z.iso.datetime(),
    /** Empty while nobody has picked the chat up */
    pickedUpBy: z.string(),
  })
  .meta({ id: 'MissedChat' });
export type MissedChat = z.infer<typeof MissedChat>;

/** Figures of the dashboard's charts, as docs/MEASURES.md has them. */
export const dashboardMeasures = ['chat.incoming', 'chat.attended', 'chat.missed', 'chat.wait', 'chat.openWait'] as const;
export type DashboardMeasure = (typeof dashboardMeasures)[number];
const Figures = z.record(z.enum(dashboardMeasures), z.object({ value: z.number().nullable(), count: z.number() }));

/** Chats that began in a span. The clocks are those of the enterprise where `clientOffset` is theirs at `currentDate`. */
const Span = z.object({
  fromDate: z.iso.datetime({ offset: true }),
  toDate: z.iso.datetime({ offset: true }),
  timeType: z.enum(['HOUR', 'DAY']),
  currentDate: z.iso.datetime({ offset: true }).optional(),
  /** Minutes east of UTC. */
  clientOffset: z.coerce.number().int().min(-840).max(840).default(0),
});

export const dashboardEndpoints = {
  info: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/chat/dashboard_info',
    summary: 'Chats and average pickup time by hour or day',
    tag: 'Dashboard',
    access: 'session',
    /** `hours` open: the pickup time counts in the open hours of the chat's department alone */
    query: Span.extend({ hours: z.enum(['all', 'open']).default('all') }),
    answer: z.object({
      dashBoardData: z.array(
        z.object({
          date: z.string(),
          /** Seconds from waiting to pickup, on average; 0 without a pickup. In open hours null where of no chat it is known. */
          avgPickedUpInterval: z.number().nullable(),
          chatCount: z.number(),
          noOfAttendedChats: z.number(),
          noOfMissedChats: z.number(),
        }),
      ),
    }),
    wrap: 'response',
  }),
  figures: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/figures',
    summary: 'The whole of the charts’ figures, and the same of as many days right before',
    tag: 'Dashboard',
    access: 'session',
    query: Span,
    answer: z.object({ figures: Figures, before: Figures }),
  }),
  rows: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/rows',
    summary: 'The chats that a figure of the charts counts, a page of them: whole, of one point, or of the days before',
    tag: 'Dashboard',
    access: ['CHAT.HANDLE', 'CHAT.VIEW_ANALYTICS'],
    query: Span.extend({
      measure: z.enum(dashboardMeasures),
      /** `date` of a point; '' for the whole span */
      slot: z
        .union([
          z
            .string()
            .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
            .meta({ examples: ['2026-03-01T00:00:00'] }),
          z.literal(''),
        ])
        .default(''),
      former: formBoolean.default(false),
      after: AnalyticsPlace.optional(),
      perPage: z.coerce.number().int().min(1).max(analyticsPage).default(analyticsPage),
    }),
    answer: AnalyticsRows,
  }),
  cards: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/cards',
    summary: 'Figures of the dashboard cards; null where the user lacks the permission',
    tag: 'Dashboard',
    access: 'session',
    query: z.object({ clientOffset: z.coerce.number().int().min(-840).max(840).default(0) }),
    answer: z.object({
      waitingNow: z.number().nullable(),
      myOpenChats: z.number().nullable(),
      missedToday: z.number().nullable(),
      /** Campaigns of which an iteration is sending now */
      campaignsRunning: z.number().nullable(),
      /** Iterations that were submitted and wait for an approver */
      toApprove: z.number().nullable(),
      /** Declined iterations that the user may see, for users who make campaigns */
      declined: z.number().nullable(),
      messagesToday: z
        .object({
          sent: z.number(),
          delivered: z.number(),
          read: z.number(),
          failed: z.number(),
          /** Nobody knows whether the vendor has them */
          unknown: z.number(),
          received: z.number(),
        })
        .nullable(),
    }),
  }),
  missed: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/dashboard/missed',
    summary: 'The chats that were missed today, picked up since or not, the latest first',
    tag: 'Dashboard',
    access: ['CHAT.HANDLE', 'CHAT.VIEW_ANALYTICS'],
    query: z.object({ clientOffset: z.coerce.number().int().min(-840).max(840).default(0) }),
    answer: z.array(MissedChat),
  }),
};
