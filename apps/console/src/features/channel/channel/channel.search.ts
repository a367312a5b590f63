import { z } from '@parley/contract';

/** What the address of the list holds; what is at its default stays out of it. */
export const ChannelListSearch = z.object({
  name: z.string().default('').catch(''),
  type: z.coerce.number().int().optional().catch(undefined),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type ChannelListSearch = z.infer<typeof ChannelListSearch>;
export const noChannelListSearch: ChannelListSearch = { name: '', from: 0 };
export const channelPage = 24;
