import { z } from '@parley/contract/z';
import { DocumentId, Seconds, Source } from '../../document/fields.ts';
import { limits } from '../../document/limits.ts';

const clock = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

/** Event or time that ends a wait. */
export const WaitUntil = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('duration'), seconds: Seconds }),
  z.strictObject({
    kind: z.literal('date'),
    date: Source,
    offsetSeconds: z
      .number()
      .int()
      .min(-limits.lifeDays * 86_400)
      .max(limits.lifeDays * 86_400)
      .default(0),
  }),
  /** The next time that a clock on the wall shows it, on these days of the week (1 is Monday); '' for the customer's zone */
  z.strictObject({
    kind: z.literal('clock'),
    time: clock,
    weekdays: z.array(z.number().int().min(1).max(7)).max(7).default([]),
    zone: z.string().max(60).default(''),
  }),
  /** An event of this name, and of this key */
  z.strictObject({
    kind: z.literal('event'),
    event: z.string().min(1).max(100),
    key: Source.default('""'),
    timeoutSeconds: Seconds.nullable().default(null),
  }),
  /** A receipt of what a node has sent */
  z.strictObject({
    kind: z.literal('receipt'),
    node: DocumentId,
    receipt: z.enum(['delivered', 'read']),
    timeoutSeconds: Seconds.nullable().default(null),
  }),
]);
export type WaitUntil = z.infer<typeof WaitUntil>;

export const Config = z.strictObject({
  until: WaitUntil,
  /** Latest date, after which the exit `late` is taken: an expression; '' for none */
  notAfter: Source.default(''),
});
export type Config = z.infer<typeof Config>;
