import type { CampaignPlan } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { activityKeys } from './campaign.queries.ts';

export type PressureAsk = { campaignId: string; activityId: string; plan?: CampaignPlan };

/** Bookings and sends of others change it, so it is refetched each time that it is shown. */
export const pressureQuery = (ask: PressureAsk, isReady: boolean) =>
  queryOptions({
    queryKey: [...activityKeys.all, 'pressure', ask],
    queryFn: ({ signal }) => api.bookings.pressure({ body: ask }, { signal }),
    enabled: isReady,
    retry: false,
    meta: { isQuiet: true },
  });
