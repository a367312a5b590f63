import { z } from '@parley/contract/z';
import { asked } from '../shared/schema.ts';

export const Config = z.strictObject(asked);
export type Config = z.infer<typeof Config>;
