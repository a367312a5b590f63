import { z } from '@parley/contract/z';

export const Config = z.strictObject({ outcome: z.string().max(60).default('') });
export type Config = z.infer<typeof Config>;
