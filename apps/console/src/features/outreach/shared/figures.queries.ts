import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { campaignKeys, runPaceMs } from './campaign.queries.ts';

/** Results of a campaign's iterations, with their costs. */
export const figuresQuery = (campaignId: string, isLive: boolean) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'figures', campaignId, isLive],
    queryFn: ({ signal }) => api.campaigns.stats({ params: { campaignId } }, { signal }),
    refetchInterval: isLive ? runPaceMs : false,
    placeholderData: keepPreviousData,
  });
