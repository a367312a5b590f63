import { z } from '@parley/contract/z';
import { Source, VariableName } from '../../document/fields.ts';

export const Config = z.strictObject({
  /** Repeats for each item of a list; without a list, `most` times */
  list: Source.default(''),
  item: z.union([VariableName, z.literal('')]).default(''),
  most: z.number().int().min(1).max(1000),
});
export type Config = z.infer<typeof Config>;
