import { type CallAnswer, type EncapLogger, type EncapProperties, encapStates, endpoints, type LaunchConfig } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { journeyKeys, useJourneyCall } from '../shared/journey.queries.ts';
import type { EncapListSearch, EncapSearch } from './encap.search.ts';

const { encaps, encapReports } = endpoints;
export const encapPage = 24;
export const rowPage = 25;

const encapKeys = {
  list: [...journeyKeys.encaps, 'list'] as const,
  one: (encapId: string) => [...journeyKeys.encaps, 'one', encapId] as const,
};
/** People walk while a screen is shown, so its counts are read again. */
const counted = { placeholderData: keepPreviousData, refetchInterval: 30_000 } as const;

export const encapListQuery = ({ name, state, fromDate, toDate, from }: EncapListSearch) =>
  queryOptions({
    queryKey: [...encapKeys.list, { name, state, fromDate, toDate, from }],
    queryFn: ({ signal }) =>
      api.encaps.list(
        {
          query: {
            name,
            state: state === '' ? '' : encapStates[state],
            fromDate: fromDate as '',
            toDate: toDate as '',
            from,
            perPage: encapPage,
          },
        },
        { signal },
      ),
    ...counted,
  });

export const encapQuery = (encapId: string) =>
  queryOptions({
    queryKey: encapKeys.one(encapId),
    queryFn: ({ signal }) => api.encaps.get({ params: { encapId } }, { signal }),
  });

export const propertiesQuery = (encapId: string) =>
  queryOptions({
    queryKey: [...encapKeys.one(encapId), 'properties'],
    queryFn: ({ signal }) => api.encaps.properties({ params: { encapId } }, { signal }),
  });

export const loggerQuery = (encapId: string) =>
  queryOptions({
    queryKey: [...encapKeys.one(encapId), 'logger'],
    queryFn: ({ signal }) => api.encaps.logger({ params: { encapId } }, { signal }),
  });

export const logQuery = (encapId: string, { onlyErrors, from }: Pick<EncapSearch, 'onlyErrors' | 'from'>) =>
  queryOptions({
    queryKey: [...encapKeys.one(encapId), 'log', { onlyErrors, from }],
    queryFn: ({ signal }) => api.encaps.log({ params: { encapId }, query: { onlyErrors, from, perPage: rowPage } }, { signal }),
    ...counted,
  });

export const launchesQuery = (encapId: string, from: number) =>
  queryOptions({
    queryKey: [...encapKeys.one(encapId), 'launches', from],
    queryFn: ({ signal }) => api.encapLaunches.list({ params: { encapId }, query: { from, perPage: rowPage } }, { signal }),
    ...counted,
  });

/** Every launch, for sums that open their links: the server answers them by 200. */
export const allLaunchesQuery = (encapId: string) =>
  queryOptions({
    queryKey: [...encapKeys.one(encapId), 'launches', 'all'],
    queryFn: async ({ signal }) => {
      const all: CallAnswer<(typeof endpoints)['encapLaunches']['list']>['instances'] = [];
      for (;;) {
        const { instances, more } = await api.encapLaunches.list(
          { params: { encapId }, query: { from: all.length, perPage: -1 } },
          { signal },
        );
        all.push(...instances);
        if (!more || instances.length === 0) return all;
      }
    },
    ...counted,
  });

type LaunchAt = { encapId: string; instanceId: string };
export const launchQuery = (params: LaunchAt) =>
  queryOptions({
    queryKey: [...encapKeys.one(params.encapId), 'launch', params.instanceId],
    queryFn: ({ signal }) => api.encapLaunches.get({ params }, { signal }),
  });

export const linksQuery = (params: LaunchAt, { state, search, from }: Pick<EncapSearch, 'state' | 'search' | 'from'>) =>
  queryOptions({
    queryKey: [...encapKeys.one(params.encapId), 'links', params.instanceId, { state, search, from }],
    queryFn: ({ signal }) => api.encapLaunches.links({ params, query: { state, search, from, perPage: rowPage } }, { signal }),
    ...counted,
  });

const rangeOf = (campaignId: string, { launch, fromDate, toDate }: EncapSearch) => ({
  campaignId,
  instanceId: launch as '',
  fromDate: fromDate as '',
  toDate: toDate as '',
});
const reportKey = (encapId: string, search: EncapSearch) => [...encapKeys.one(encapId), 'reports', rangeOf(encapId, search)] as const;

export const countQuery = (encapId: string, search: EncapSearch) =>
  queryOptions({
    queryKey: [...reportKey(encapId, search), 'count'],
    queryFn: ({ signal }) => api.encapReports.instanceCount({ query: rangeOf(encapId, search) }, { signal }),
    ...counted,
  });

export const dataQuery = (encapId: string, search: EncapSearch) =>
  queryOptions({
    queryKey: [...reportKey(encapId, search), 'data', search.from],
    queryFn: ({ signal }) =>
      api.encapReports.dataCollection({ query: { ...rangeOf(encapId, search), from: search.from, perPage: rowPage } }, { signal }),
    ...counted,
  });

export const milestoneCountQuery = (encapId: string, search: EncapSearch) =>
  queryOptions({
    queryKey: [...reportKey(encapId, search), 'milestones'],
    queryFn: ({ signal }) => api.encapReports.milestoneCount({ query: rangeOf(encapId, search) }, { signal }),
    placeholderData: keepPreviousData,
  });

export const milestoneGraphQuery = (encapId: string, search: EncapSearch) =>
  queryOptions({
    queryKey: [...reportKey(encapId, search), 'graph', search.timeType],
    queryFn: ({ signal }) =>
      api.encapReports.milestoneGraph({ query: { ...rangeOf(encapId, search), timeType: search.timeType } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Address of a report as a file. */
export function reportPath(report: 'dataCollectionCsv' | 'milestones', encapId: string, search: EncapSearch): string {
  const given = Object.entries(rangeOf(encapId, search)).filter(([, value]) => value !== '');
  return `${encapReports[report].path}?${new URLSearchParams(given)}`;
}

type New = { name: string; language: string } | { name: string; copyOf: string };
export const useCreateEncap = () => useJourneyCall((body: New) => api.told.encaps.create({ body }));
export const useRemoveEncap = () => useJourneyCall((encapId: string) => api.told.encaps.remove({ params: { encapId } }));
type Retired = { encapId: string; isRetired: boolean; version: number };
export const useRetireEncap = () =>
  useJourneyCall(({ encapId, ...body }: Retired) => api.told.encaps.retire({ params: { encapId }, body }));
type Moved = { encapId: string; act: 'pause' | 'resume' };
/** Pausing is that of the stream that an encap is. */
export const useMoveEncap = () => useJourneyCall(({ encapId, act }: Moved) => api.told.journeys[act]({ params: { journeyId: encapId } }));
/** A .parley file. */
export const readExport = async (encapId: string): Promise<Blob> => (await api.encaps.export({ params: { encapId } })) as Blob;

type Properties = EncapProperties & { version: number };
export const useSaveProperties = (encapId: string) =>
  useJourneyCall((body: Properties) => api.encaps.saveProperties({ params: { encapId }, body }));
type Logger = EncapLogger & { version: number };
export const useSaveLogger = (encapId: string) => useJourneyCall((body: Logger) => api.encaps.saveLogger({ params: { encapId }, body }));

type At<B> = B & { encapId: string };
type MilestoneAt = { encapId: string; milestoneId: string };
export const useMilestoneCalls = () => ({
  add: useJourneyCall(({ encapId, ...body }: At<{ name: string; order: number; revision: number }>) =>
    api.told.encaps.addMilestone({ params: { encapId }, body }),
  ),
  save: useJourneyCall(({ encapId, milestoneId, ...body }: MilestoneAt & { name: string; order: number; revision: number }) =>
    api.told.encaps.saveMilestone({ params: { encapId, milestoneId }, body }),
  ),
  remove: useJourneyCall(({ revision, ...params }: MilestoneAt & { revision: number }) =>
    api.told.encaps.removeMilestone({ params, query: { revision } }),
  ),
});

export const useLaunchCalls = (encapId: string) => ({
  create: useJourneyCall((body: LaunchConfig) => api.encapLaunches.create({ params: { encapId }, body })),
  save: useJourneyCall(({ instanceId, ...body }: LaunchConfig & { instanceId: string; version: number }) =>
    api.encapLaunches.save({ params: { encapId, instanceId }, body }),
  ),
  remove: useJourneyCall((instanceId: string) => api.told.encapLaunches.remove({ params: { encapId, instanceId } })),
  setState: useJourneyCall(({ instanceId, ...body }: { instanceId: string; state: number; reason: string }) =>
    api.told.encapLaunches.setState({ params: { encapId, instanceId }, body }),
  ),
  launch: useJourneyCall((body: { instanceId?: string; config?: LaunchConfig; requestKey: string }) =>
    api.told.encapLaunches.launch({ body: { campaignId: encapId, ...body } }),
  ),
});

export type Person = { number: string; name: string; values: Record<string, string> };
/** Addresses of links are told once and kept nowhere: they go with the dialog that shows them. */
export const useMakeLinks = (params: LaunchAt) =>
  useJourneyCall((body: { people: Person[]; requestKey: string }) => api.encapLaunches.makeLinks({ params, body }));
export const useCloseLink = (params: LaunchAt) =>
  useJourneyCall((linkId: string) => api.told.encapLaunches.closeLink({ params: { ...params, linkId } }));
export const useTestLink = () =>
  useMutation({
    meta: { isQuiet: true },
    gcTime: 0,
    mutationFn: (encapId: string) => api.encapLaunches.testLink({ params: { encapId }, body: {} }),
  });

export type Encap = CallAnswer<typeof encaps.get>;
