import { z } from '@parley/contract/z';
import { refTo, Source } from '../../document/fields.ts';

export const Config = z.strictObject({
  attributes: z
    .array(z.strictObject({ attribute: refTo('attribute'), value: Source }))
    .max(20)
    .default([]),
  /** '' leaves it */
  language: Source.default(''),
  consent: z
    .strictObject({ channel: z.string().max(40), state: z.enum(['Granted', 'Refused']), wording: z.string().max(1000) })
    .nullable()
    .default(null),
});
export type Config = z.infer<typeof Config>;
