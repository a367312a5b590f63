import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { MessageMedia } from '../channel/template-components.ts';
import { variableGroupTypes } from '../channel/template-variables.ts';
import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Currency, formBoolean, Id, Instant, Page, text } from '../fields.ts';
import { ledgerStatuses, VendorError } from '../messaging/sending.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import { AudienceBreakdown } from './audience.ts';
import { SendUnknownAgain, SentUnknownAgain, UnknownPreview } from './unknown.ts';

/** Texts of the send form (BCAST-040 to 055). */
export const broadcastTexts = {
  mandatory: faultTexts['broadcast.mandatory'],
  invalidNumber: 'please enter valid number',
  attachmentMissing: faultTexts['broadcast.attachment_missing'],
  invalidFileType: faultTexts['file.type'],
  mediaMissing: faultTexts['broadcast.media_missing'],
  mediaNotFound: faultTexts['broadcast.media_not_found'],
  mappingMissing: faultTexts['broadcast.mapping_missing'],
  urlVariableNotFound: faultTexts['broadcast.url_variable'],
  urlMapped: 'URL variables mapped',
  sent: 'The message is on its way.',
} as const;
export const broadcastPage = 20;
export const shortestNumber = 10;
/** Above this many the form asks first, with count and cost. */
export const confirmAbove = 500;
export const scheduleDays = 90;

export const mappingTypes = ['static', 'column', 'expression'] as const;
const Mapped = z.object({ variable: text(60), type: z.enum(mappingTypes), value: text(2000) });
export const VariableMapping = Mapped.extend({
  /** Meanings of the variables in an expression */
  mappings: z.array(Mapped).max(20).default([]),
  /** Taken where a recipient's column, or a part of the expression, has nothing */
  fallback: text(2000).optional(),
});
export type VariableMapping = z.infer<typeof VariableMapping>;
export const ColumnMapping = z.object({
  /** `page`: values that the walk on the page of a recipient reads as entry.*, in plans that lead to one */
  type: z.enum([...variableGroupTypes, 'page']),
  card: z.number().int().min(0).max(9).nullable().default(null),
  variables: z.array(VariableMapping).max(60),
});
export type ColumnMapping = z.infer<typeof ColumnMapping>;

export const BroadcastTemplate = z.object({
  /** The template's name, and its id (BCAST-020) */
  templateId: text(512),
  templateUId: Id,
  media: MessageMedia.optional(),
  cards: z
    .array(z.object({ media: MessageMedia.optional() }))
    .max(10)
    .default([]),
});
export type BroadcastTemplate = z.infer<typeof BroadcastTemplate>;

export const BroadcastRequest = z.object({
  channelId: Id,
  phoneNumber: z.array(text(320)).max(1_000_000).default([]),
  /** Ours: everybody in these groups of the phone book, besides the numbers */
  groupIds: z.array(Id).max(50).default([]),
  message: z.object({ template: BroadcastTemplate }),
  columnMapping: z.array(ColumnMapping).max(14).default([]),
  resourceId: text(64).optional(),
  resourceType: z.enum(['CAMPAIGN', 'CHAT']).optional(),
  /** The same key from the same person is the same broadcast */
  requestKey: text(64).default(''),
  /** Time when it is sent; '': now. At most `scheduleDays` ahead */
  sendAt: z.union([Instant, z.literal('')]).default(''),
  /** Country of numbers without a country code, ISO 3166; none: the enterprise's */
  country: text(2).default(''),
  /** Calendar in whose open hours alone anything of it leaves; '': at any hour */
  calendarId: z.union([Id, z.literal('')]).default(''),
});
export type BroadcastRequest = z.infer<typeof BroadcastRequest>;

export const broadcastStatuses = ['QUEUED', 'IN_PROGRESS', 'COMPLETED', 'PARTIALLY_FAILED', 'FAILED', 'CANCELLED'] as const;
export const BroadcastStatus = z.enum(broadcastStatuses);

/** Messages that wait for the end of quiet hours or for the opening of a calendar, and when the first of them may leave; null: none does */
export const QuietWait = z.object({ count: z.number(), until: Instant }).nullable();

/** audience = skipped + failed + inFlight + delivered, at every moment. */
export const RunCounts = z.object({
  audience: z.number(),
  skipped: z.number(),
  failed: z.number(),
  /** Queued, handed over without a receipt, and of unknown outcome */
  inFlight: z.number(),
  /** Part of `inFlight`: handed over without an answer, so the vendor may have them or not. None of them is sent again by itself */
  unknown: z.number(),
  /** Read ones included */
  delivered: z.number(),
  read: z.number(),
  byReason: z.array(z.object({ status: z.enum(ledgerStatuses), reason: z.string(), count: z.number() })),
});
export type RunCounts = z.infer<typeof RunCounts>;

/** Skipped for a reason that may be over by now; the others would be skipped again. */
export const passingReasons: readonly string[] = ['CHANNEL_DOWN', 'TEMPLATE_NOT_READY', 'NO_BALANCE'];

/** Returns the number of rows that 'Retry failed only' sends again. */
export const retriedCount = ({ byReason }: Pick<RunCounts, 'byReason'>): number =>
  byReason.reduce(
    (sum, { status, reason, count }) =>
      status === 'FAILED' || (status === 'SKIPPED' && passingReasons.includes(reason)) ? sum + count : sum,
    0,
  );

export const BroadcastItem = z
  .object({
    id: Id,
    /** The template's name */
    name: z.string(),
    user: z.object({ id: Id, name: z.string() }),
    channelName: z.string(),
    createdOn: Instant,
    status: BroadcastStatus,
    /** Time that it waits for; '' otherwise */
    scheduledFor: z.union([Instant, z.literal('')]),
    /** Reason why nothing of it leaves until somebody decides, or it goes on by itself: TEMPLATE, LATE; '' otherwise */
    pauseReason: z.string(),
  })
  .meta({ id: 'BroadcastItem' });
export type BroadcastItem = z.infer<typeof BroadcastItem>;

export const Broadcast = BroadcastItem.extend({
  channelId: Id,
  phoneNumbers: z.array(z.string()),
  groups: z.array(z.object({ id: Id, name: z.string() })),
  message: z.object({ template: BroadcastTemplate }),
  columnMapping: z.array(ColumnMapping),
  resourceId: z.string(),
  resourceType: z.string(),
  counts: RunCounts,
  /** Rows of the audience are still being made */
  isFreezing: z.boolean(),
  quiet: QuietWait,
  /** Name of the calendar in whose open hours alone it leaves; '': none, or it is gone */
  calendarName: z.string(),
}).meta({ id: 'Broadcast' });
export type Broadcast = z.infer<typeof Broadcast>;

/** A row of the ledger as the broadcast shows it (BCAST-023). */
export const MessageRow = z
  .object({
    messageId: Id,
    from: z.string(),
    to: z.string(),
    /** 0 accepted or waiting, 1 delivered, 2 read, 3 failed */
    currentDeliveryStatus: z.number(),
    currentDeliveryStatusTime: Instant,
    status: z.enum(ledgerStatuses),
    reason: z.string(),
    reasonText: z.string(),
    sentOn: Instant,
  })
  .meta({ id: 'MessageRow' });
export type MessageRow = z.infer<typeof MessageRow>;

/** Everything that happened to one message: what the status dialog shows. */
export const MessageDetail = MessageRow.extend({
  /** The channel's own id of the message */
  transId: z.string(),
  channelId: Id,
  channelName: z.string(),
  source: z.string(),
  templateName: z.string(),
  cost: Amount,
  isSandbox: z.boolean(),
  messageStatuses: z.array(
    z.object({
      kind: z.enum(['attempt', 'receipt', 'note']),
      status: z.string(),
      messageStatusTime: Instant,
      msg: z.string(),
      attempt: z.number(),
      error: VendorError.nullable(),
    }),
  ),
}).meta({ id: 'MessageDetail' });
export type MessageDetail = z.infer<typeof MessageDetail>;

export const BroadcastCheck = z.object({
  /** Valid numbers, each once, groups included */
  count: z.number(),
  /** Breakdown of these numbers: `cost` is that of the reachable ones alone */
  breakdown: AudienceBreakdown,
  cost: Amount,
  currency: Currency,
  numbers: z.array(z.string()).meta({ description: 'The typed ones that are valid, in E.164; the first 1,000' }),
  duplicates: z.array(z.string()),
  invalid: z.array(z.object({ number: z.string(), reason: z.string() })),
  /** Recipients for whom a required variable has no value, and who would be skipped; of the first 10,000 that are looked at */
  lacking: z.object({
    count: z.number(),
    looked: z.number(),
    /** Those whose message would be longer with their values than the channel takes: they are left out as well */
    tooLong: z.number(),
    /** Missing variables by `variableKey`, those that most recipients lack first */
    variables: z.array(z.object({ key: z.string(), count: z.number() })),
  }),
  needsConfirmation: z.boolean(),
  /** Its calendar is closed when it is to leave: when it opens; '': nothing waits for an opening */
  opensOn: z.union([Instant, z.literal('')]),
  /** Too many for a broadcast: 0, or the most that may be sent */
  limit: z.number(),
  /** The first recipients with the values that they will get, by `variableKey` */
  previews: z.array(
    z.object({ number: z.string(), name: z.string(), values: z.record(z.string(), z.string()), missing: z.array(z.string()) }),
  ),
});
export type BroadcastCheck = z.infer<typeof BroadcastCheck>;

/** Column that a mapping of type column may name: fields of the phone book. */
export const MappingColumn = z.object({ name: z.string(), label: z.string() });

const tag = 'Broadcasts';
const base = '/chatbird/api/broadcast';
const access = screens.broadcasts.permissions;
const Params = z.object({ broadcastId: Id });

export const broadcastEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    summary: 'Broadcasts, the newest first',
    tag,
    access,
    query: Page.extend({
      name: text(120).default(''),
      fromDate: z.union([Instant, z.literal('')]).default(''),
      toDate: z.union([Instant, z.literal('')]).default(''),
    }),
    answer: z.object({ broadcastList: z.array(BroadcastItem), more: z.boolean() }),
  }),
  send: defineEndpoint({
    method: 'POST',
    path: `${base}/send`,
    summary: 'Send a template to numbers and groups',
    audit: leaves('broadcast', 'send'),
    tag,
    access,
    keyScopes: ['send'],
    body: BroadcastRequest,
    answer: z.object({ id: Id, check: BroadcastCheck.omit({ previews: true, numbers: true, lacking: true }) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/get/:broadcastId`,
    summary: 'One broadcast with its counts',
    tag,
    access,
    keyScopes: ['send', 'reports'],
    params: Params,
    answer: z.object({ data: Broadcast }),
  }),
  messages: defineEndpoint({
    method: 'GET',
    path: `${base}/messages/:broadcastId`,
    summary: 'Rows of a broadcast in the ledger',
    tag,
    access,
    keyScopes: ['send', 'reports'],
    params: Params,
    query: Page.extend({ status: z.union([z.enum(ledgerStatuses), z.literal('')]).default(''), reason: text(40).default('') }),
    answer: z.object({ message: z.array(MessageRow), more: z.boolean() }),
  }),
  message: defineEndpoint({
    method: 'GET',
    path: `${base}/message/:messageId`,
    summary: 'Everything that happened to one message of a broadcast: attempts, receipts, and what the vendor said',
    tag,
    access,
    params: z.object({ messageId: Id }),
    answer: MessageDetail,
  }),
  validate: defineEndpoint({
    method: 'POST',
    path: `${base}/validate`,
    summary: 'What a broadcast would do: numbers found, repeated and refused, cost, and the first recipients as they would read it',
    audit: leavesNothing('it reads'),
    tag,
    access,
    keyScopes: ['send'],
    body: BroadcastRequest,
    answer: BroadcastCheck,
  }),
  columns: defineEndpoint({
    method: 'GET',
    path: `${base}/columns`,
    summary: 'Fields of the phone book that a mapping may name',
    tag,
    access,
    answer: z.object({ columns: z.array(MappingColumn) }),
  }),
  expressionVariables: defineEndpoint({
    method: 'POST',
    path: `${base}/expressionVariables`,
    summary: 'The variables of an expression',
    audit: leavesNothing('it reads'),
    tag,
    access,
    body: z.object({ expression: text(2000) }),
    answer: z.object({ variables: z.array(z.string()) }),
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: `${base}/cancel/:broadcastId`,
    summary: 'Stop what is not sent yet',
    audit: leaves('broadcast', 'cancel'),
    tag,
    access,
    params: Params,
    answer: z.object({ cancelled: z.number() }),
  }),
  resume: defineEndpoint({
    method: 'POST',
    path: `${base}/resume/:broadcastId`,
    summary: 'Let a broadcast that is held go on',
    audit: leaves('broadcast', 'move'),
    tag,
    access,
    params: Params,
    answer: z.object({ isResumed: z.literal(true) }),
  }),
  retry: defineEndpoint({
    method: 'POST',
    path: `${base}/retry/:broadcastId`,
    summary: 'Send the failed ones again, each on its own row',
    audit: leaves('broadcast', 'retry'),
    tag,
    access,
    params: Params,
    answer: z.object({ retried: z.number() }),
  }),
  unknown: defineEndpoint({
    method: 'GET',
    path: `${base}/unknown/:broadcastId`,
    summary: 'What sending the messages of unknown outcome again would do: who may get it twice, and what it costs',
    tag,
    access,
    params: Params,
    answer: UnknownPreview,
  }),
  sendUnknownAgain: defineEndpoint({
    method: 'POST',
    path: `${base}/sendUnknownAgain/:broadcastId`,
    summary: 'Send the messages of unknown outcome again, each on its own row; called twice it has effect once',
    audit: leaves('broadcast', 'retry'),
    tag,
    access,
    params: Params,
    body: SendUnknownAgain,
    answer: SentUnknownAgain,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/export/:broadcastId`,
    summary: 'Rows of a broadcast as CSV; the link carries x-access-id',
    audit: leaves('broadcast', 'export'),
    tag,
    access: 'public',
    perMinute: 60,
    params: Params,
    query: z.object({ 'x-access-id': z.string().max(500).default('') }),
  }),
  validateMedia: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/media/validate',
    summary: 'Whether a stored file may be the media of a template (BCAST-070)',
    tag,
    access,
    query: z.object({ id: Id, channelType: text(20).default('WHATSAPP'), mediaType: z.enum(['IMAGE', 'VIDEO', 'DOCUMENT']) }),
    answer: z.object({ isUploaded: formBoolean }),
  }),
};
