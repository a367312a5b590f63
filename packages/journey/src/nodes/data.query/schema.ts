import { z } from '@parley/contract/z';
import { MaybeVariable, refTo, Source } from '../../document/fields.ts';

export const Config = z.strictObject({
  integration: refTo('integration'),
  statement: z.string().max(10_000),
  parameters: z.array(Source).max(30).default([]),
  variable: MaybeVariable,
});
export type Config = z.infer<typeof Config>;
