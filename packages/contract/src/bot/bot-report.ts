import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { formBoolean, formNumber, Id } from '../fields.ts';
import { z } from '../z.ts';
import { botTag, nlp } from './bot.ts';

/** The report of a bot's conversations (REPORT-001 to 055). */
export const conversationPage = 50;
/** Days of one report. */
export const conversationDaysMax = 366;
export const topIntentsShown = 10;

/** Values of the scope filter: in the body `scopeType`, in the address of the file `scope`. */
export const reportScopes = { all: 0, scoped: 1, nonScoped: 2 } as const;

/** A day or a time in the enterprise's zone; with Z or an offset an instant. Its whole day counts. */
const ReportDate = z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })], faultTexts['date.invalid']);
const Scope = formNumber(0, 2).default(0);
const Optional = z.union([Id, z.literal('')]).default('');

const Range = z.object({
  agentId: Id,
  startDate: ReportDate,
  endDate: ReportDate,
  /** Conversations of the sandbox alone; left out: those of customers alone */
  isSandbox: formBoolean.default(false),
});
export type ConversationRange = z.infer<typeof Range>;

const Rows = Range.extend({
  scopeType: Scope,
  /** Messages of one conversation, of one intent that was identified, of one person */
  sessionId: Optional,
  intentId: Optional,
  customerId: Optional,
});
export type ConversationFilter = z.infer<typeof Rows>;

const other = { intent: z.string(), confidence: z.number(), utterance: z.string() };
export const ConversationRow = z
  .object({
    turnId: Id,
    sessionId: Id,
    userMessage: z.string(),
    createdOn: z.iso.datetime(),
    intentIdentified: z.boolean(),
    ...other,
    botResponse: z.string(),
    emotion: z.string(),
    otherIntent: z.array(z.object(other)),
    /** The words are older than the enterprise keeps them, or their customer was erased */
    isErased: z.boolean(),
  })
  .meta({ id: 'ConversationRow' });
export type ConversationRow = z.infer<typeof ConversationRow>;

export const ConversationSummary = z.object({
  totalConversations: z.number(),
  averageMessages: z.number(),
  /** The most on one day, and the first such day; '' without any */
  maximumConversations: z.object({ maximumConversationsValue: z.number(), maximumConversationsDate: z.string() }),
  weakUnderstanding: z.number(),
  totalMessages: z.number(),
  /** Messages of the sandbox in these days, which are not counted with those of customers */
  sandboxMessages: z.number(),
  /** Zone of the days */
  timeZone: z.string(),
});
export type ConversationSummary = z.infer<typeof ConversationSummary>;

export const groupings = ['conversation', 'person'] as const;
export const ConversationGroup = z.object({
  /** The conversation's id, or the person's */
  id: Id,
  /** Name of a person, '' for one without a name and for readers who may not see names; '' for a conversation */
  name: z.string(),
  firstOn: z.iso.datetime(),
  lastOn: z.iso.datetime(),
  messages: z.number(),
  weakUnderstanding: z.number(),
  conversations: z.number(),
});
export type ConversationGroup = z.infer<typeof ConversationGroup>;

const Page = z.object({ from: formNumber(0, 1_000_000).default(0), perPage: formNumber(1, 200).default(conversationPage) });
const reads = {
  tag: botTag,
  access: screens.botAnalytics.permissions,
  changes: 'nothing',
  audit: leavesNothing('it reads'),
  keyScopes: ['reports'],
  method: 'POST',
  perMinute: 120,
} as const;

export const botReportEndpoints = {
  summary: defineEndpoint({
    ...reads,
    path: `${nlp}/conversationsReport`,
    summary: 'The figures of a bot’s conversations in a range of days',
    body: Range,
    answer: ConversationSummary,
  }),
  graph: defineEndpoint({
    ...reads,
    path: `${nlp}/graphReport`,
    summary: 'People, and messages in and out of scope, a day each',
    body: Range,
    answer: z.object({
      activeUsers: z.array(z.object({ date: z.iso.date(), value: z.number() })),
      scopeTrend: z.array(z.object({ date: z.iso.date(), scoped: z.number(), nonScoped: z.number() })),
    }),
  }),
  topIntent: defineEndpoint({
    ...reads,
    path: `${nlp}/topIntent`,
    summary: 'The intents that most messages had',
    body: Range,
    answer: z.array(z.object({ intentId: Id, intentName: z.string(), count: z.number() })),
  }),
  /** `after`: the last row's turnId of the page before, which costs the same on every page; `from` counts rows instead. */
  messages: defineEndpoint({
    ...reads,
    path: `${nlp}/conversations`,
    summary: 'Messages to a bot with their answers, the newest first',
    query: Page.extend({ after: Optional }),
    body: Rows,
    answer: z.object({ messages: z.array(ConversationRow), more: z.boolean() }),
  }),
  groups: defineEndpoint({
    ...reads,
    path: `${nlp}/conversations/groups`,
    summary: 'The conversations or people behind a figure, those that began last first',
    query: Page,
    body: Range.extend({ by: z.enum(groupings).default('conversation') }),
    answer: z.object({ groups: z.array(ConversationGroup), more: z.boolean() }),
  }),
  download: defineEndpoint({
    method: 'GET',
    path: `${nlp}/download/conversations/csv`,
    summary: 'The messages as CSV, with times at an offset in minutes east of UTC; the link carries x-access-id',
    audit: leaves('conversation_report', 'export'),
    tag: botTag,
    access: 'public',
    perMinute: 30,
    query: Range.extend({
      scope: Scope,
      timeZoneOffset: formNumber(-840, 840).default(0),
      sessionId: Optional,
      intentId: Optional,
      customerId: Optional,
      'x-access-id': z.string().max(500).default(''),
    }),
  }),
};
