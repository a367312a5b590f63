import { z } from '../z.ts';

/** Status of a message in the ledger: SKIPPED by the gate, or handed over and on its way (screens.md 0.2). */
export const ledgerStatuses = ['RECEIVED', 'QUEUED', 'SENT', 'UNKNOWN', 'DELIVERED', 'READ', 'FAILED', 'SKIPPED'] as const;
export type LedgerStatus = (typeof ledgerStatuses)[number];

export const messageSources = ['CAMPAIGN', 'BROADCAST', 'CHAT', 'JOURNEY', 'BOT', 'API', 'SYSTEM'] as const;
export type MessageSource = (typeof messageSources)[number];

/** Reasons why the gate skipped a message, in the order of its checks; CANCELLED is a person's doing. */
export const skipReasons = [
  'INVALID_NUMBER',
  'DUPLICATE',
  'BLOCKED',
  'OPTED_OUT',
  'CHANNEL_DOWN',
  'TEMPLATE_NOT_READY',
  'MAPPING_MISSING',
  'VALUE_TOO_LONG',
  'WINDOW_CLOSED',
  'CAPPED',
  'ANSWERED_OFTEN',
  'NEVER_OPEN',
  'NO_BALANCE',
  'CANCELLED',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** One language for the failures of all vendors (channels.md 5). */
export const failureClasses = [
  'SESSION_WINDOW',
  'RATE_LIMITED',
  'TRANSIENT',
  'UNKNOWN_OUTCOME',
  'TEMPLATE',
  'RECIPIENT',
  'OPTED_OUT',
  'CAPPED',
  'AUTH',
  'CONFIG',
  'ACCOUNT',
  'MEDIA',
  'REQUEST',
  'EXPIRED',
] as const;
export const FailureClass = z.enum(failureClasses);
export type FailureClass = z.infer<typeof FailureClass>;

/** Meaning of each reason, for the reader of a report. */
export const reasonTexts: Record<SkipReason | FailureClass, string> = {
  INVALID_NUMBER: 'The number is not valid.',
  DUPLICATE: 'The number was there before in this run.',
  BLOCKED: 'The number is on the blacklist.',
  OPTED_OUT: 'The customer wants no marketing.',
  CHANNEL_DOWN: 'The channel was not active.',
  TEMPLATE_NOT_READY: 'The template was not approved, or its media was missing.',
  MAPPING_MISSING: 'A variable had no value for this customer.',
  VALUE_TOO_LONG: 'With its values the message was longer than the channel takes.',
  WINDOW_CLOSED: 'The customer has not written within 24 hours: only a template may be sent.',
  CAPPED: 'The customer has had as many marketing messages as are allowed.',
  ANSWERED_OFTEN: 'The address has had as many automatic answers by e-mail within an hour as are allowed.',
  NEVER_OPEN: 'The calendar is open only within the quiet hours of this customer.',
  NO_BALANCE: 'The balance did not cover the cost.',
  CANCELLED: 'Cancelled before it was sent.',
  SESSION_WINDOW: 'A template message is required.',
  RATE_LIMITED: 'The vendor asked to send more slowly.',
  TRANSIENT: 'The vendor had a fault for a moment.',
  UNKNOWN_OUTCOME: 'The vendor gave no answer: it may have the message, or not.',
  TEMPLATE: 'The vendor refused the template or its values.',
  RECIPIENT: 'The recipient cannot be reached on this channel.',
  AUTH: 'The vendor does not accept the credentials.',
  CONFIG: 'The channel is not set up rightly at the vendor.',
  ACCOUNT: 'The vendor has stopped the account.',
  MEDIA: 'The vendor could not use the media.',
  REQUEST: 'The vendor did not understand the request.',
  EXPIRED: 'The message was not delivered in time.',
};

export const VendorError = z.object({
  class: FailureClass,
  /** Code and message as the vendor sent them; kept and shown for ever. */
  vendorCode: z.string(),
  vendorMessage: z.string(),
  httpStatus: z.number().optional(),
  retryAfterSeconds: z.number().optional(),
  advice: z.string(),
});
export type VendorError = z.infer<typeof VendorError>;
