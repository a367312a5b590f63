import { z } from '@parley/contract';

/** Search parameters of the list; defaults stay out of the address. */
export const ChannelListSearch = z.object({
  name: z.string().default('').catch(''),
  type: z.coerce.number().int().optional().catch(undefined),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type ChannelListSearch = z.infer<typeof ChannelListSearch>;
export const noChannelListSearch: ChannelListSearch = { name: '', from: 0 };
export const channelPage = 24;
