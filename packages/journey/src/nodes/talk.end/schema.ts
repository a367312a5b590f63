import { z } from '@parley/contract/z';
import { LocalText } from '../../document/fields.ts';

export const Config = z.strictObject({ text: LocalText.default({}), asksRating: z.boolean().default(false) });
export type Config = z.infer<typeof Config>;
