import { z } from '@parley/contract/z';
import { MaybeVariable, refTo, Source } from '../../document/fields.ts';

export const Config = z.strictObject({
  sources: z.array(refTo('knowledge')).max(50).default([]),
  question: Source,
  leastScore: z.number().min(0).max(1).default(0.5),
  variable: MaybeVariable,
});
export type Config = z.infer<typeof Config>;
