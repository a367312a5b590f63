/** Result kinds that addresses of screens name: they are read before any screen is there, so they carry no schema along. */

/** Result of a person in an earlier iteration. */
export const audienceResults = [
  'reached',
  'delivered',
  'not_delivered',
  'read',
  'not_read',
  'failed',
  'failed_for_now',
  'skipped',
  'replied',
  'not_replied',
  'clicked',
  'not_clicked',
] as const;
export type AudienceResult = (typeof audienceResults)[number];

/** Kinds of answer: by words, or by a button that is pressed. */
export const responseKinds = ['reply', 'press'] as const;

/** Triggers of a fallback over another channel. */
export const fallbackTriggers = ['failed', 'not_delivered'] as const;

/** The two messages of an iteration: the first one, and the one over another channel for people whom that did not reach. */
export const runParts = ['first', 'fallback'] as const;
export type RunPart = (typeof runParts)[number];
