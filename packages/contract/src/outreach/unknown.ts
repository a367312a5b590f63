import { Currency, Instant } from '../fields.ts';
import { Amount } from '../money.ts';
import { z } from '../z.ts';

/** Most people that a dialog names before somebody sends again. */
export const mostUnknownShown = 10;

/**
 * Preview of sending the messages of unknown outcome again now. People who have got one get it twice: nobody knows who that is, which is
 * what a person decides.
 */
export const UnknownPreview = z
  .object({
    /** Time of the count of unknown messages; the call that sends again names it, so that done twice it has effect once */
    asOf: Instant,
    /** All of unknown outcome */
    count: z.number(),
    /** Those that pass all checks of the gate now, but for the balance */
    sendable: z.number(),
    /** Those that do not, and stay as they are */
    refused: z.array(z.object({ reason: z.string(), count: z.number() })),
    /** Part of the sendable ones that waits for the end of quiet hours or for the opening of a calendar */
    quiet: z.number(),
    /** Cost of the sendable ones at the prices of now */
    cost: Amount,
    /** Amount reserved for them since the first time, which is given back */
    reserved: Amount,
    currency: Currency,
    /** The first people, in the order of the audience, as the reader may see them */
    people: z.array(z.string()),
  })
  .meta({ id: 'UnknownPreview' });
export type UnknownPreview = z.infer<typeof UnknownPreview>;

/** A person has read the risk and takes it. */
export const SendUnknownAgain = z.object({
  /** Time that the preview named */
  asOf: Instant,
  acceptsRisk: z.union([z.literal(true), z.literal('true')]),
});
/** @property refused what the gate let not pass, or the balance did not cover: it stays as it is */
export const SentUnknownAgain = z.object({ sentAgain: z.number(), refused: z.number() });
export type SentUnknownAgain = z.infer<typeof SentUnknownAgain>;
