import { z } from '@parley/contract/z';
import { LocalText, refTo, Seconds, VariableName } from '../../document/fields.ts';

export const Config = z.strictObject({
  department: refTo('department'),
  priority: z.number().int().min(0).max(9).default(5),
  note: LocalText.default({}),
  /** Variables that the agent's card shows; sensitive ones are masked there */
  shows: z.array(VariableName).max(30).default([]),
  returns: z.boolean().default(false),
  timeoutSeconds: Seconds.nullable().default(null),
});
export type Config = z.infer<typeof Config>;
