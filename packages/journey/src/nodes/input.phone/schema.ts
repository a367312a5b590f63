import { z } from '@parley/contract/z';
import { asked } from '../shared/schema.ts';

export const Config = z.strictObject({ ...asked, country: z.string().max(2).default('') });
export type Config = z.infer<typeof Config>;
