import { z } from '@parley/contract';

export const EntityListSearch = z.object({
  tab: z.enum(['custom', 'system']).default('custom').catch('custom'),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  searchterm: z.string().max(120).default('').catch(''),
});
export type EntityListSearch = z.infer<typeof EntityListSearch>;
export const noEntityListSearch = { tab: 'custom', from: 0, searchterm: '' } as const;
