import { leaves } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { consumptionKeys } from '../billing/billing-kinds.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, text } from '../fields.ts';
import { ledgerStatuses, messageSources } from '../messaging/sending.ts';
import { Amount } from '../money.ts';
import { MessageDetail, MessageRow } from '../outreach/broadcast.ts';
import { z } from '../z.ts';

export const reportPage = 25;
/** Days of one report. */
export const reportDaysMax = 366;
/** A message that the vendor took so long ago should have a receipt. */
export const receiptHours = 24;

/** Days that are looked at for messages without a receipt. */
export const receiptDays = 7;

/** A day in UTC, as the counts are kept: what a count says and what its list shows are the same rows. */
const Day = z.union([z.iso.date(), z.literal('')]).default('');
const Range = {
  fromDate: Day,
  toDate: Day,
  channelId: z.union([Id, z.literal('')]).default(''),
};
const Source = z.union([z.enum(messageSources), z.literal('')]).default('');
const Filter = z.object({
  ...Range,
  source: Source,
  status: z.union([z.enum(ledgerStatuses), z.literal('')]).default(''),
  customerNumber: text(320).default(''),
  /** Ours, or the one that the vendor gave it */
  messageId: text(200).default(''),
  /** Handed over more than 24 hours ago and without any receipt */
  noReceipt: formBoolean.default(false),
  /** Filter for messages handed over that one row of consumption counts: its property and the row's key */
  consumedBy: z.union([z.enum(consumptionKeys), z.literal('')]).default(''),
  consumed: text(80).default(''),
});
export type ReportFilter = z.infer<typeof Filter>;

/** Sources of a message, as the screens have them; `message`: it stands alone, of nobody in the phone book. */
export const sourceKinds = ['activity', 'broadcast', 'chat', 'walk', 'customer', 'message'] as const;
export const ReportSource = z.object({ kind: z.enum(sourceKinds), id: Id });
export type ReportSource = z.infer<typeof ReportSource>;

export const ReportRow = MessageRow.extend({
  customerName: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  source: z.string(),
  /** The run or chat that it belongs to */
  resourceId: z.string(),
  /** Source that a reader opens; null: it is not there any more */
  opens: ReportSource.nullable(),
  templateName: z.string(),
  cost: Amount,
  isSandbox: z.boolean(),
}).meta({ id: 'ReportRow' });
export type ReportRow = z.infer<typeof ReportRow>;

export const SourceCount = z.object({
  source: z.enum(messageSources),
  status: z.enum(ledgerStatuses),
  count: z.number(),
  cost: Amount,
});
export type SourceCount = z.infer<typeof SourceCount>;

/** @property count messages that have no receipt, of so many that the vendor took @property oldestDay in UTC */
const Unreceipted = z.object({ channelId: Id, name: z.string(), count: z.number(), handedOver: z.number(), oldestDay: z.iso.date() });

/** Messages of seven days in UTC, of which the last ended more than 24 hours ago; the channel with most of them comes first. */
export const NoReceipts = z
  .object({ fromDate: z.iso.date(), toDate: z.iso.date(), unreceipted: z.array(Unreceipted) })
  .meta({ id: 'NoReceipts' });
export type NoReceipts = z.infer<typeof NoReceipts>;

const tag = 'Reports';
const access = screens.deliveryReport.permissions;
const base = '/chatbird/api/reports/messages';
export const reportEndpoints = {
  /** `after`: the last id of the page before, which costs the same on every page; `from` counts rows instead. */
  messageStatus: defineEndpoint({
    method: 'GET',
    path: `${base}/status`,
    summary: 'What became of each message, the newest first',
    tag,
    access,
    keyScopes: ['reports'],
    query: Filter.extend({
      from: z.coerce.number().int().min(0).max(100_000).default(0),
      perPage: z.coerce.number().int().min(1).max(200).default(reportPage),
      after: z.union([Id, z.literal('')]).default(''),
    }),
    answer: z.object({ message: z.array(ReportRow), more: z.boolean() }),
  }),
  messageSource: defineEndpoint({
    method: 'GET',
    path: `${base}/source`,
    summary: 'How many messages of each source ended in which status',
    tag,
    access,
    keyScopes: ['reports'],
    query: z.object(Range),
    // Includes the channels to choose from: readers of reports need not be allowed to look at channels.
    answer: z.object({ counts: z.array(SourceCount), channels: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  noReceipts: defineEndpoint({
    method: 'GET',
    path: `${base}/noReceipts`,
    summary: 'How many messages of each channel have no receipt, more than a day after they were handed over',
    tag,
    access,
    keyScopes: ['reports'],
    answer: NoReceipts,
  }),
  message: defineEndpoint({
    method: 'GET',
    path: `${base}/detail/:messageId`,
    summary: 'Everything that happened to one message',
    tag,
    access,
    keyScopes: ['reports'],
    params: z.object({ messageId: Id }),
    answer: MessageDetail,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${base}/export`,
    summary: 'The filtered rows as CSV; the link carries x-access-id',
    audit: leaves('report', 'export'),
    tag,
    access: 'public',
    perMinute: 30,
    query: Filter.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
