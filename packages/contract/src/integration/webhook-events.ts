import { Id } from '../fields.ts';
import { type FigureMeasure, figureMeasures, figureUnits } from '../insight/figure-kinds.ts';
import { alertDirections } from '../insight/report-alert-kinds.ts';
import { ledgerStatuses, messageSources } from '../messaging/sending.ts';
import { activityStateNames, approvals } from '../outreach/plan.ts';
import { z } from '../z.ts';
import { relayEventType, type WebhookEventType } from './webhook-states.ts';

const Instant = z.iso.datetime();
/** Address that works from outside, for a day. */
const ToldFile = z.strictObject({ name: z.string(), type: z.string(), url: z.url() }).nullable();

/** An entry of a chat's record, as own systems are told of it. */
export const ChatEvent = z.strictObject({
  chatId: Id,
  channelId: Id,
  deptId: Id.nullable(),
  customer: z.strictObject({ id: Id, address: z.string() }),
  /** Number of the entry in its chat, from 1. */
  number: z.number(),
  author: z.strictObject({ kind: z.enum(['customer', 'agent', 'bot', 'system']), id: z.string(), name: z.string() }),
  message: z.string(),
  attachment: ToldFile,
  /** Fields that the kind of entry adds. */
  detail: z.record(z.string(), z.unknown()),
  at: Instant,
});
export type ChatEvent = z.infer<typeof ChatEvent>;

/** Status of a message. `resourceId` is that of the broadcast, iteration, stream or chat that it belongs to. */
export const StatusEvent = z.strictObject({
  messageId: Id,
  channelId: Id,
  to: z.string(),
  source: z.enum(messageSources),
  resourceId: z.string(),
  status: z.enum(ledgerStatuses),
  reason: z.string(),
  at: Instant,
});
export type StatusEvent = z.infer<typeof StatusEvent>;

/** Standing of an iteration, by the names of its approval and state. `completed` stands in place of its state once all of it has left. */
const Standing = z.strictObject({ approval: z.enum(approvals), state: z.enum([...activityStateNames, 'completed']) });
/** An iteration of a campaign has got another standing. */
export const CampaignEvent = z.strictObject({
  campaignId: Id,
  campaign: z.string(),
  activityId: Id,
  /** Number of the iteration in its campaign, from 1. */
  number: z.number(),
  channelId: z.string(),
  from: Standing,
  to: Standing,
  /** The reason of a pause, '' where it is not paused. */
  pauseReason: z.string(),
  at: Instant,
});
export type CampaignEvent = z.infer<typeof CampaignEvent>;

/** A customer has reached a milestone of a stream, for the first time in this walk. */
export const MilestoneEvent = z.strictObject({
  instanceId: Id,
  journeyId: Id,
  stream: z.string(),
  version: z.number(),
  milestone: z.strictObject({ id: z.string(), name: z.string() }),
  chatId: Id,
  channelId: Id,
  deptId: Id.nullable(),
  customer: z.strictObject({ id: Id, address: z.string() }),
  at: Instant,
});
export type MilestoneEvent = z.infer<typeof MilestoneEvent>;

/** A figure of the last minutes has crossed the value of an alert, as its owner may see it. */
export const ReportAlertEvent = z.strictObject({
  alertId: Id,
  alert: z.string(),
  measure: z.enum(figureMeasures as [FigureMeasure, ...FigureMeasure[]]),
  unit: z.enum(figureUnits),
  windowMinutes: z.number(),
  direction: z.enum(alertDirections),
  /** The alert's value; with `value` in the measure's unit */
  limit: z.number(),
  value: z.number().nullable(),
  /** Rows that the value is of. */
  rows: z.number(),
  at: Instant,
});
export type ReportAlertEvent = z.infer<typeof ReportAlertEvent>;

/** Message of a customer, as relay bridges receive it. */
export const RelayEvent = z.strictObject({
  /** None: no chat was opened for it. */
  chatId: Id.nullable(),
  channelId: Id,
  customerId: Id,
  number: z.string(),
  name: z.string(),
  entry: z.number(),
  text: z.string(),
  attachment: ToldFile,
  inbound: z.unknown(),
  windowEndsAt: Instant.nullable(),
  at: Instant,
});
export type RelayEvent = z.infer<typeof RelayEvent>;

/** The `data` of each event (docs/API.md has an example of each). */
export const webhookEventData: Record<WebhookEventType | typeof relayEventType, z.ZodType> = {
  'chat.started': ChatEvent,
  'chat.picked_up': ChatEvent,
  'chat.message': ChatEvent,
  'chat.transferred': ChatEvent,
  'chat.missed': ChatEvent,
  'chat.closed': ChatEvent,
  'chat.rated': ChatEvent,
  'chat.rule': ChatEvent,
  'message.status': StatusEvent,
  'campaign.state': CampaignEvent,
  'stream.milestone': MilestoneEvent,
  'report.alert': ReportAlertEvent,
  [relayEventType]: RelayEvent,
};
