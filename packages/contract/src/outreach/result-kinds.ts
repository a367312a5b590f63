/** What addresses of screens name: they are read before any screen is there, so they carry no schema along. */

/** What became of somebody in an earlier iteration. */
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

/** How somebody answers: by words, or by a button that they press. */
export const responseKinds = ['reply', 'press'] as const;

/** For whom a fallback over another channel is. */
export const fallbackTriggers = ['failed', 'not_delivered'] as const;

/** The two messages of an iteration: the first one, and the one over another channel for whom that did not reach. */
export const runParts = ['first', 'fallback'] as const;
export type RunPart = (typeof runParts)[number];
