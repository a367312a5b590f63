import { z } from '@parley/contract/z';
import { Source } from '../../document/fields.ts';
import { asked } from '../shared/schema.ts';

export const Config = z.strictObject({
  ...asked,
  within: z.strictObject({ latitude: Source, longitude: Source, km: Source }).nullable().default(null),
});
export type Config = z.infer<typeof Config>;
