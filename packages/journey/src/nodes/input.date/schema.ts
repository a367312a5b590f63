import { z } from '@parley/contract/z';
import { asked, Bound } from '../shared/schema.ts';

export const Config = z.strictObject({ ...asked, least: Bound, most: Bound, hasTime: z.boolean().default(false) });
export type Config = z.infer<typeof Config>;
