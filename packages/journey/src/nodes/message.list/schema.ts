import { z } from '@parley/contract/z';
import { LocalText, LocalTitle, Sending } from '../../document/fields.ts';
import { Items, waiting } from '../shared/schema.ts';

export const Config = z.strictObject({
  text: LocalText,
  button: LocalTitle.default({}),
  items: Items,
  ...waiting,
  sending: Sending.prefault({}),
});
export type Config = z.infer<typeof Config>;
