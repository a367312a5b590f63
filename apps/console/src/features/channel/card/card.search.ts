import { richCardKinds, z } from '@parley/contract';

/** Search parameters of the list; defaults stay out of the address. */
export const CardListSearch = z.object({
  name: z.string().default('').catch(''),
  kind: z
    .union([z.enum(richCardKinds), z.literal('')])
    .default('')
    .catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type CardListSearch = z.infer<typeof CardListSearch>;
export const noCardListSearch: CardListSearch = { name: '', kind: '', from: 0 };
