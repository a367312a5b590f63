import { type FieldError, fieldError } from '../faults.ts';
import { Id } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';
import { ColumnMapping } from './broadcast.ts';
import { DraftTemplate } from './draft-template.ts';
import { fallbackTriggers } from './result-kinds.ts';

export const mostFallbackHours = 168;
/** Hours after the last message has left in which a failure that is reported late still counts, where the plan names no hours itself. */
export const failedWatchHours = 24;

/**
 * A second message over another channel, for people whom the first did not reach. A draft of it may be incomplete like the plan itself; it
 * is whole or absent when it is submitted. A plan from before this was there has none.
 */
export const Fallback = z.object({
  channelId: z.union([Id, z.literal('')]).default(''),
  message: z.object({ template: DraftTemplate }).prefault({ template: {} }),
  columnMapping: z.array(ColumnMapping).max(14).default([]),
  /**
   * Recipients of the fallback: people whose message has failed for good, or also people who got none within `afterHours` of its leaving
   */
  on: z.enum(fallbackTriggers).default('failed'),
  afterHours: z.number().int().min(1).max(mostFallbackHours).default(24),
});
export type Fallback = z.infer<typeof Fallback>;

export const emptyFallback = (): Fallback => Fallback.parse({});

/** Highest cost of the fallback: if nobody were reached by the first message. */
export const FallbackCost = z.object({ units: z.number(), amount: Amount });

/** Results of the fallback of an iteration, beside the figures of its first run and never among them. */
export const FallbackFigures = z.object({
  sent: z.number(),
  delivered: z.number(),
  actual: Amount,
  /** Reserved for messages of unknown outcome, and not in `actual` */
  unknownCost: Amount,
});
export type FallbackFigures = z.infer<typeof FallbackFigures>;
export const noFallbackFigures: FallbackFigures = { sent: 0, delivered: 0, actual: 0, unknownCost: 0 };

/** Progress of an iteration's fallback. audience = skipped + failed + sent + remaining = skipped + failed + inFlight + delivered. */
export const FallbackProgress = z.object({
  /** People whom the first message has not reached, and who have no row of the ledger yet */
  waiting: z.number(),
  audience: z.number(),
  sent: z.number(),
  delivered: z.number(),
  read: z.number(),
  failed: z.number(),
  skipped: z.number(),
  inFlight: z.number(),
  /** Part of `sent` and `inFlight`: the vendor has not answered, and may have them or not */
  unknown: z.number(),
  remaining: z.number(),
  /** Time until which it waits for receipts of the first message at most; '' while that one leaves, and when it is over */
  watchesUntil: z.string(),
  isOver: z.boolean(),
});
export type FallbackProgress = z.infer<typeof FallbackProgress>;

/** Result of a person's fallback. @property status '' while there is no row of the ledger yet */
export const WhyFallback = z.object({
  number: z.string(),
  status: z.string(),
  reason: z.string(),
  reasonText: z.string(),
  willGet: z.boolean(),
});
export type WhyFallback = z.infer<typeof WhyFallback>;

/** Returns the fields that a fallback lacks to be submitted, as far as it shows by itself. */
export function lackingInFallback(fallback: Fallback | null | undefined, channelId: string): FieldError[] {
  if (!fallback) return [];
  const faults: FieldError[] = [];
  if (fallback.channelId === '') faults.push(fieldError('fallback.channelId', 'field.mandatory'));
  else if (fallback.channelId === channelId) faults.push(fieldError('fallback.channelId', 'fallback.same_channel'));
  if (fallback.message.template.templateUId === '') faults.push(fieldError('fallback.message.template', 'field.mandatory'));
  return faults;
}
