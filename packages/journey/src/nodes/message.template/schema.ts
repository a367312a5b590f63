import { z } from '@parley/contract/z';
import { ChoiceItem, MediaSource, refTo, Sending, Source, Timeout } from '../../document/fields.ts';

export const Config = z.strictObject({
  template: refTo('template'),
  /** Values by the template's variables, as its builder names them */
  values: z.record(z.string().max(60), Source).default({}),
  media: MediaSource.nullable().default(null),
  /** Its quick replies, in their order */
  items: z.array(ChoiceItem).max(13).default([]),
  waits: z.boolean().default(false),
  timeoutSeconds: Timeout,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
