import type { CampaignPlan } from '@parley/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { activityKeys } from './campaign.queries.ts';

export type PressureAsk = { campaignId: string; activityId: string; plan?: CampaignPlan };

/** What somebody else books or sends changes it, so it is asked for anew each time that it is shown. */
export const pressureQuery = (ask: PressureAsk, isReady: boolean) =>
  queryOptions({
    queryKey: [...activityKeys.all, 'pressure', ask],
    queryFn: ({ signal }) => api.bookings.pressure({ body: ask }, { signal }),
    enabled: isReady,
    retry: false,
    meta: { isQuiet: true },
  });
