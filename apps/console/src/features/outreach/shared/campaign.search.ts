import { z } from '@parley/contract';

const filterText = z.string().default('').catch('');
/** Filters of a list of campaigns (CAMP-009); days as 2024-01-31 in the user's zone. */
export const CampaignListSearch = z.object({
  state: z.enum(['', 'running', '0', '1', '2', '3', '4']).default('').catch(''),
  name: filterText,
  start: filterText,
  end: filterText,
  channel: filterText,
  maker: filterText,
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type CampaignListSearch = z.infer<typeof CampaignListSearch>;
export const noCampaignListSearch: CampaignListSearch = { state: '', name: '', start: '', end: '', channel: '', maker: '', from: 0 };
