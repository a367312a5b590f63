import { blacklistKinds, blacklistSources, z } from '@parley/contract';

export const BlacklistSearch = z.object({
  tab: z.enum(['numbers', 'settings']).default('numbers').catch('numbers'),
  search: z.string().default('').catch(''),
  kind: z
    .union([z.enum(blacklistKinds), z.literal('')])
    .default('')
    .catch(''),
  source: z
    .union([z.enum(blacklistSources), z.literal('')])
    .default('')
    .catch(''),
  channelId: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type BlacklistSearch = z.infer<typeof BlacklistSearch>;
export const noBlacklistSearch: BlacklistSearch = { tab: 'numbers', search: '', kind: '', source: '', channelId: '', from: 0 };
export const blacklistPage = 25;
