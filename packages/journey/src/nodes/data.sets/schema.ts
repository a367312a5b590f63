import { z } from '@parley/contract/z';
import { refTo } from '../../document/fields.ts';

export const Config = z.strictObject({
  action: z.enum(['add', 'remove']),
  sets: z
    .array(z.union([refTo('group'), refTo('label')]))
    .min(1)
    .max(20),
});
export type Config = z.infer<typeof Config>;
