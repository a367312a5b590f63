import type { CustomerFieldName } from '../customer/customer.ts';

/** Constants of rules that begin streams; apart from those of routes, as the first page loads these. */

/**
 * Triggers that begin a stream on a channel. For `keyword` and `contains` the words decide; for `payload` a button's; `link`: a word that a
 * link or QR code writes; `campaign`: an answer to a message of the campaign. `ended`: an agent has ended a chat; `attribute`: an attribute
 * of a customer has changed; `schedule`: a time of the calendar, for a group or label.
 */
export const journeyRuleKinds = [
  'keyword',
  'contains',
  'any',
  'payload',
  'link',
  'campaign',
  'ended',
  'attribute',
  'schedule',
  'api',
] as const;
export type JourneyRuleKind = (typeof journeyRuleKinds)[number];

/** Hours after a campaign's message in which its recipient's first message is taken for an answer, where the channel does not tell. */
export const answerHours = { least: 1, most: 168, usual: 72 } as const;

/** Change of a value that begins a stream: any, that it is a given one now, or that it is gone. */
export const valueChanges = ['changed', 'became', 'emptied'] as const;
export type ValueChangeKind = (typeof valueChanges)[number];
/** Fields of every customer whose change begins a stream; beside them the enterprise's attributes, by their ids. */
export const watchedFields = [
  'name',
  'phoneNumber',
  'whatsAppNumber',
  'emailId',
  'language',
  'timeZone',
  'facebookId',
  'instaId',
  'twitterId',
] as const satisfies readonly CustomerFieldName[];
export const scheduleRepeats = ['once', 'daily', 'weekly', 'monthly'] as const;
export type ScheduleRepeat = (typeof scheduleRepeats)[number];
/** Minutes behind its time in which a schedule that was missed is made up for. */
export const mostLateMinutes = 60;
/**
 * Reasons why nobody began at a time: the stream was paused; the program was away for too long; its group or label had too many people, or
 * was gone.
 */
export const scheduleSkips = ['PAUSED', 'MISSED', 'TOO_MANY', 'NO_AUDIENCE'] as const;
export type ScheduleSkip = (typeof scheduleSkips)[number];
/** Reasons why a walk did not begin for one of them. */
export const startRefusals = ['ENTERED_BEFORE', 'INSIDE', 'GONE', 'PAUSED', 'NO_ADDRESS'] as const;
export type StartRefusal = (typeof startRefusals)[number];
export const longestAwaited = 200;
/** Streams that begin at once without a campaign's approval: by one import, or at one time of a schedule. */
export const mostStartsAtOnce = 5000;
