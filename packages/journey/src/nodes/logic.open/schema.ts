import { z } from '@parley/contract/z';
import { refTo, Seconds } from '../../document/fields.ts';

export const Config = z.strictObject({
  /** null: that of the chat's department */
  calendar: refTo('calendar').nullable().default(null),
  mostSeconds: Seconds.nullable().default(null),
});
export type Config = z.infer<typeof Config>;
