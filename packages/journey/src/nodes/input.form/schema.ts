import { z } from '@parley/contract/z';
import { LocalText, MaybeVariable, refTo, Sending, Source, Timeout } from '../../document/fields.ts';

export const Config = z.strictObject({
  form: refTo('form'),
  text: LocalText,
  prefill: z.record(z.string().max(60), Source).default({}),
  variable: MaybeVariable,
  timeoutSeconds: Timeout,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
