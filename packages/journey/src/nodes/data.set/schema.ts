import { z } from '@parley/contract/z';
import { Source, VariableName } from '../../document/fields.ts';

export const Config = z.strictObject({
  assignments: z
    .array(z.strictObject({ variable: VariableName, value: Source }))
    .min(1)
    .max(20),
});
export type Config = z.infer<typeof Config>;
