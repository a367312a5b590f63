import { auditKinds, z } from '@parley/contract';

const text = z.string().default('').catch('');

/** Search parameters of the bin; defaults stay out of the address. */
export const BinSearch = z.object({
  kind: z
    .union([z.enum(auditKinds), z.literal('')])
    .default('')
    .catch(''),
  search: text,
  userId: text,
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type BinSearch = z.infer<typeof BinSearch>;
export const noBinSearch: BinSearch = { kind: '', search: '', userId: '', from: 0 };
