import { z } from '@parley/contract/z';
import { refTo, Source, VariableName } from '../../document/fields.ts';

export const Config = z.strictObject({
  stream: refTo('stream'),
  /** Its variables by expressions over ours, and ours by its own */
  given: z.record(VariableName, Source).default({}),
  taken: z.record(VariableName, VariableName).default({}),
});
export type Config = z.infer<typeof Config>;
