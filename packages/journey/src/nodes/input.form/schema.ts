import { z } from '@parley/contract/z';
import { LocalText, MaybeVariable, refTo, Seconds, Sending, Source, Timeout } from '../../document/fields.ts';

export const formNodeFaces = ['auto', 'page', 'flow', 'questions'] as const;

export const Config = z.strictObject({
  form: refTo('form'),
  /** Words before the address of the page, or before the first question */
  text: LocalText,
  /**
   * `auto`: the flow where the form has one on the channel, one by one where it is short and the channel has words alone, otherwise a page.
   * `flow`: the flow, and the page where there is none
   */
  face: z.enum(formNodeFaces).default('auto'),
  /** Values that the form begins with, by the names of its fields */
  prefill: z.record(z.string().max(60), Source).default({}),
  /** Gets a map of all answers by the names of their fields */
  variable: MaybeVariable,
  timeoutSeconds: Timeout,
  /** A reminder with the address of the page, once; null: none */
  remindSeconds: Seconds.nullable().default(null),
  remindText: LocalText.default({}),
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
