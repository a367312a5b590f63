import { type ActivityItem, activityStates, type Campaign, type CampaignPlan } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { searchPageSize } from '../../../lib/search.ts';

export const campaignPage = 25;

export const campaignKeys = {
  all: ['campaigns'] as const,
  one: (id: string) => ['campaigns', 'one', id] as const,
};
export const activityKeys = {
  all: ['activities'] as const,
  one: (id: string) => ['activities', 'one', id] as const,
  progress: (id: string) => ['activities', 'progress', id] as const,
};

/** Something leaves, or waits to leave, so its figures change by themselves. */
export const isRunning = ({ state, isCompleted, counts }: Pick<ActivityItem, 'state' | 'isCompleted' | 'counts'>): boolean =>
  (state === activityStates.started && !isCompleted) || (state !== activityStates.created && counts.inFlight > 0);

/** While a run is under way the page asks each two seconds; a page that nobody sees asks nothing. */
export const runPaceMs = 2000;

export const campaignQuery = (campaignId: string) =>
  queryOptions({
    queryKey: campaignKeys.one(campaignId),
    queryFn: ({ signal }) => api.campaigns.get({ params: { campaignId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.activities.some(isRunning) ? runPaceMs : false),
  });

export const activityQuery = (activityId: string) =>
  queryOptions({
    queryKey: activityKeys.one(activityId),
    queryFn: ({ signal }) => api.activities.get({ params: { activityId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? runPaceMs : false),
  });

export const progressQuery = (activityId: string, isLive: boolean) =>
  queryOptions({
    // A run that has just ended is looked at once more: the last look was while it ran.
    queryKey: [...activityKeys.progress(activityId), isLive],
    queryFn: ({ signal }) => api.activities.instances({ params: { activityId } }, { signal }),
    refetchInterval: isLive ? runPaceMs : false,
    placeholderData: keepPreviousData,
  });

const ranStates = [activityStates.started, activityStates.paused, activityStates.stopped];
/** Iterations to choose from: those that have run, by the name of their campaign. */
export const ranActivitiesQuery = (name: string) =>
  queryOptions({
    queryKey: [...activityKeys.all, 'ran', name],
    queryFn: async ({ signal }) =>
      (
        await api.activities.list(
          { query: { name, approval: ['Approved'], state: ranStates, from: 0, perPage: searchPageSize } },
          { signal },
        )
      ).activities,
    placeholderData: keepPreviousData,
  });

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([client.invalidateQueries({ queryKey: campaignKeys.all }), client.invalidateQueries({ queryKey: activityKeys.all })]);
}

export function useCreateCampaign() {
  const refresh = useRefresh();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { name: string; description: string; accessType: Campaign['accessType']; requestKey: string }) =>
      api.campaigns.create({ body }),
    onSuccess: refresh,
  });
}

export function useCampaignAction() {
  const refresh = useRefresh();
  return {
    clone: useMutation({
      meta: { isQuiet: true },
      mutationFn: ({ campaignId, requestKey }: { campaignId: string; requestKey: string }) =>
        api.told.campaigns.clone({ params: { campaignId }, body: { requestKey } }),
      onSuccess: refresh,
    }),
    remove: useMutation({
      meta: { isQuiet: true },
      mutationFn: (campaignId: string) => api.told.campaigns.remove({ params: { campaignId } }),
      onSettled: refresh,
    }),
    access: useMutation({
      meta: { isQuiet: true },
      mutationFn: ({ campaignId, ...body }: { campaignId: string; accessType: Campaign['accessType']; version: number }) =>
        api.told.campaigns.accessType({ params: { campaignId }, body }),
      onSettled: refresh,
    }),
    iterate: useMutation({
      meta: { isQuiet: true },
      mutationFn: (body: { campaignId: string; name: string; requestKey: string }) => api.activities.create({ body }),
      onSuccess: refresh,
    }),
  };
}

export type SavedPlan = { name: string; plan: CampaignPlan };

/** A change of an iteration. Whatever comes of it, its page and the lists show it. */
export function useActivityChange<V, T>(change: (variables: V) => Promise<T>) {
  const refresh = useRefresh();
  return useMutation({ meta: { isQuiet: true }, mutationFn: change, onSettled: refresh });
}

/** A run's action by state (CAMP-067): Submitted, New, or a number. */
export const useActivityAction = (activityId: string) =>
  useActivityChange(({ state, reason = '' }: { state: 'Submitted' | 'New' | 1 | 2 | 3 | 4; reason?: string }) =>
    api.told.activities.action({ params: { activityId }, body: { state, reason } }),
  );
