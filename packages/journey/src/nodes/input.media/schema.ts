import { z } from '@parley/contract/z';
import { asked } from '../shared/schema.ts';

export const mediaKinds = ['image', 'audio', 'video', 'document'] as const;

export const Config = z.strictObject({
  ...asked,
  kinds: z.array(z.enum(mediaKinds)).min(1).default(['image', 'document']),
  mostBytes: z.number().int().min(1024).max(100_000_000).default(16_000_000),
  count: z.number().int().min(1).max(10).default(1),
});
export type Config = z.infer<typeof Config>;
