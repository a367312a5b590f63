import { endpoints, mostSelected } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { setKeys } from '../../customer/shared/set.queries.ts';
import { type MilestoneSearch, peoplePage } from './milestone.search.ts';
import { reportKeys } from './report.queries.ts';

const split = ({ journeyId, version, fromDate, toDate, channelId, environment }: MilestoneSearch) => ({
  params: { journeyId },
  query: { version, fromDate, toDate, channelId, environment },
});

export const milestonesQuery = (search: MilestoneSearch) => {
  const { params, query } = split(search);
  const { timeType } = search;
  return queryOptions({
    queryKey: [...reportKeys, 'milestones', params, query, timeType],
    queryFn: ({ signal }) => api.milestoneReports.figures({ params, query: { ...query, timeType } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: params.journeyId !== '',
  });
};

export const peopleQuery = (search: MilestoneSearch, milestone: string) => {
  const { params, query } = split(search);
  const { from } = search;
  return queryOptions({
    queryKey: [...reportKeys, 'milestones', 'people', params, query, milestone, from],
    queryFn: ({ signal }) => api.milestoneReports.people({ params, query: { ...query, milestone, from, perPage: peoplePage } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: params.journeyId !== '' && milestone !== '',
  });
};

/** Returns the address of these walks' CSV. */
export function peoplePath(search: MilestoneSearch, milestone: string): string {
  const { params, query } = split(search);
  const text = new URLSearchParams(Object.entries({ ...query, milestone }).map(([name, value]) => [name, String(value)]));
  return `${endpoints.milestoneReports.export.path.replace(':journeyId', params.journeyId)}?${text}`;
}

/** Gives a label to the customers of a bar; a name that no label has yet makes one. @returns how many they are */
export function useLabelPeople(search: MilestoneSearch, milestone: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (name: string): Promise<number> => {
      const { params, query } = split(search);
      const { customerIds } = await api.milestoneReports.customers({ params, query: { ...query, milestone } });
      const { tags } = await api.phoneBook.listLabels({ query: { search: name } });
      const known = tags.find((tag) => tag.name.toLowerCase() === name.toLowerCase());
      const { id } = known ?? (await api.phoneBook.saveLabel({ body: { name } })).tag;
      for (let from = 0; from < customerIds.length; from += mostSelected)
        await api.phoneBook.addLabels({ body: { tagIds: [id], customerIds: customerIds.slice(from, from + mostSelected) } });
      return customerIds.length;
    },
    onSettled: () => client.invalidateQueries({ queryKey: setKeys.all }),
  });
}
