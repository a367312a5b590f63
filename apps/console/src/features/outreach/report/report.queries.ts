import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { campaignKeys } from '../shared/campaign.queries.ts';

const livePaceMs = 5000;
export const responsePage = 25;

/** @param activityId '' for all iterations together */
export const reportQuery = (campaignId: string, activityId: string) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'report', campaignId, activityId],
    queryFn: ({ signal }) => api.campaigns.report({ params: { campaignId }, query: { activityId } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && state.data.total.counts.inFlight > 0 ? livePaceMs : false),
  });

/** Filter of the responses: by iteration, kind and button; '' for all. */
export type ResponseChoice = { activityId: string; kind: 'reply' | 'press' | ''; button: string };

export const responsesQuery = (campaignId: string, choice: ResponseChoice, from: number) =>
  queryOptions({
    queryKey: [...campaignKeys.all, 'responses', campaignId, choice, from],
    queryFn: ({ signal }) =>
      api.campaigns.responses({ params: { campaignId }, query: { ...choice, from, perPage: responsePage } }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
