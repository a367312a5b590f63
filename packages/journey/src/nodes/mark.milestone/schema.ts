import { z } from '@parley/contract/z';
import { DocumentId } from '../../document/fields.ts';

export const Config = z.strictObject({ milestone: DocumentId });
export type Config = z.infer<typeof Config>;
