import { z } from '@parley/contract/z';
import { LocalText, MediaSource, Sending } from '../../document/fields.ts';

export const Config = z.strictObject({ media: MediaSource, caption: LocalText.default({}), sending: Sending.prefault({}) });
export type Config = z.infer<typeof Config>;
