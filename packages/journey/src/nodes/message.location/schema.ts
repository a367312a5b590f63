import { z } from '@parley/contract/z';
import { LocalText, Sending, Source } from '../../document/fields.ts';

export const Config = z.strictObject({
  latitude: Source,
  longitude: Source,
  name: LocalText.default({}),
  address: LocalText.default({}),
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
