import { z } from '@parley/contract/z';
import { MaybeVariable, Source } from '../../document/fields.ts';

export const Config = z.strictObject({
  media: Source,
  languages: z.array(z.string().max(20)).max(10).default([]),
  leastConfidence: z.number().min(0).max(1).default(0.6),
  variable: MaybeVariable,
});
export type Config = z.infer<typeof Config>;
