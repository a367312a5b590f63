import { z } from '@parley/contract/z';
import { LocalText, Sending } from '../../document/fields.ts';

export const Config = z.strictObject({ text: LocalText, showsLink: z.boolean().default(true), sending: Sending.prefault({}) });
export type Config = z.infer<typeof Config>;
