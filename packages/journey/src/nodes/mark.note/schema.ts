import { z } from '@parley/contract/z';

export const Config = z.strictObject({ text: z.string().max(4096) });
export type Config = z.infer<typeof Config>;
