import { endpoints, type MilestoneMeasure, type MilestoneRule, milestonePage, mostSelected } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { setKeys } from '../../customer/shared/set.queries.ts';
import { campaignKeys } from '../shared/campaign.queries.ts';
import type { CampaignReportSearch } from './report.search.ts';

const keys = [...campaignKeys.all, 'milestones'] as const;
const filterOf = ({ activity, start, end }: CampaignReportSearch) => ({ activityId: activity, fromDate: start, toDate: end });

/** Names a figure of the report: of one milestone, or of all; `day` and `hour` narrow it to a point of the chart. */
export type MilestoneFigure = { measure: MilestoneMeasure; milestone: string; day: string; hour?: number | undefined };
export const figureOf = ({ measure, milestone, day, hour }: CampaignReportSearch): MilestoneFigure => ({
  measure: measure === '' ? 'milestone.reached' : measure,
  milestone,
  day,
  hour,
});
const cellOf = (search: CampaignReportSearch) => {
  const { hour, ...figure } = figureOf(search);
  return { ...filterOf(search), ...figure, ...(hour === undefined ? {} : { hour }) };
};

export const milestonesQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys, 'list', campaignId],
    queryFn: ({ signal }) => api.campaignMilestones.list({ params: { campaignId } }, { signal }),
  });

export const milestoneChoicesQuery = (campaignId: string) =>
  queryOptions({
    queryKey: [...keys, 'choices', campaignId],
    queryFn: ({ signal }) => api.campaignMilestones.choices({ params: { campaignId } }, { signal }),
  });

export const milestoneReportQuery = (campaignId: string, search: CampaignReportSearch) => {
  const query = { ...filterOf(search), timeType: search.timeType };
  return queryOptions({
    queryKey: [...keys, 'report', campaignId, query],
    queryFn: ({ signal }) => api.campaignMilestones.report({ params: { campaignId }, query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const milestoneRowsQuery = (campaignId: string, search: CampaignReportSearch) => {
  const query = { ...cellOf(search), from: search.from, perPage: milestonePage };
  return queryOptions({
    queryKey: [...keys, 'rows', campaignId, query],
    queryFn: ({ signal }) => api.campaignMilestones.rows({ params: { campaignId }, query }, { signal }),
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
};

export const milestoneExplainQuery = (
  campaignId: string,
  query: { activityId: string; milestone: string; measure: 'milestone.reached' | 'milestone.share' | 'milestone.timeMedian' },
) =>
  queryOptions({
    queryKey: [...keys, 'explain', campaignId, query],
    queryFn: ({ signal }) => api.campaignMilestones.explain({ params: { campaignId }, query }, { signal }),
  });

/** Returns the address of these rows as CSV. */
export function milestoneRowsPath(campaignId: string, search: CampaignReportSearch): string {
  const text = new URLSearchParams(Object.entries(cellOf(search)).map(([name, value]) => [name, String(value)]));
  return `${endpoints.campaignMilestones.csv.path.replace(':campaignId', campaignId)}?${text}`;
}

export type MilestoneSave = { name: string; rule: MilestoneRule } | { id: string; name: string; place: number; version: number };

/** Adds a milestone, or changes the name and the place of one. */
export function useMilestoneSave(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (save: MilestoneSave): Promise<void> => {
      if ('rule' in save) await api.campaignMilestones.create({ params: { campaignId }, body: { name: save.name, rule: save.rule } });
      else {
        const { id: milestoneId, ...body } = save;
        await api.campaignMilestones.update({ params: { campaignId, milestoneId }, body });
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys }),
  });
}

export function useMilestoneRemove(campaignId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (milestoneId: string) => api.campaignMilestones.remove({ params: { campaignId, milestoneId } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys }),
  });
}

/** Gives a label to the customers of a figure; a name that no label has yet makes one. @returns how many they are */
export function useLabelReached(campaignId: string, search: CampaignReportSearch) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: async (name: string): Promise<number> => {
      const { customerIds } = await api.campaignMilestones.customers({ params: { campaignId }, query: cellOf(search) });
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
