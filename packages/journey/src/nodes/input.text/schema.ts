import { z } from '@parley/contract/z';
import { limits } from '../../document/limits.ts';
import { asked } from '../shared/schema.ts';

export const Config = z.strictObject({
  ...asked,
  least: z.number().int().min(0).max(limits.textLength).default(1),
  most: z.number().int().min(1).max(limits.textLength).default(limits.textLength),
  /** RE2 over the whole answer; '' for any */
  pattern: z.string().max(500).default(''),
});
export type Config = z.infer<typeof Config>;
