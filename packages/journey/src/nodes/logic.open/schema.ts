import { z } from '@parley/contract/z';
import { refTo, Seconds } from '../../document/fields.ts';

export const Config = z.strictObject({ calendar: refTo('calendar'), mostSeconds: Seconds.nullable().default(null) });
export type Config = z.infer<typeof Config>;
