import { z } from '@parley/contract/z';
import { LocalText, MediaSource, Sending } from '../../document/fields.ts';
import { Items, waiting } from '../shared/schema.ts';

export const Config = z.strictObject({
  text: LocalText,
  media: MediaSource.nullable().default(null),
  items: Items,
  ...waiting,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
