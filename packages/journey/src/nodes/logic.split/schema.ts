import { z } from '@parley/contract/z';
import { DocumentId } from '../../document/fields.ts';
import { limits } from '../../document/limits.ts';

export const tenThousandths = 10_000;

export const Config = z.strictObject({
  /** Shares in hundredths of a percent; they add up to 10,000 */
  shares: z
    .array(z.strictObject({ id: DocumentId, name: z.string().max(60).default(''), share: z.number().int().min(1).max(tenThousandths) }))
    .min(2)
    .max(limits.cases),
});
export type Config = z.infer<typeof Config>;
