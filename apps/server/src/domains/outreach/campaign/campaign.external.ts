import { activityStates, type ExternalRow, endpoints, noFallbackFigures } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { defineExport, type ExportColumn, listOf } from '../../account/door.ts';
import { countRuns, noCosts, sumCosts } from '../../messaging/door.run.ts';
import { noCounts } from '../activity/activity.present.ts';
import { readFallbackFigures } from '../fallback/fallback.report.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { idsOf } from './campaign.report.ts';
import { listStarted, type StartedFilter } from './seen.repository.ts';

const { campaigns } = endpoints;

async function readExternal(ctx: Ctx, tx: Read, asked: StartedFilter, page: { from: number; limit: number }) {
  const rows = await listStarted(tx, ctx.actor, asked, page);
  const ids = idsOf(rows);
  const [counts, costs, fallbacks] = await Promise.all([
    countRuns(tx, ctx.enterpriseId, ids),
    sumCosts(tx, ctx.enterpriseId, ids),
    readFallbackFigures(tx, ctx.enterpriseId, rows),
  ]);
  const currency = await ctx.bill.currencyOf(tx, ctx.enterpriseId);
  return rows.map((row): ExternalRow => {
    const fallback = fallbacks.get(row.activityId) ?? noFallbackFigures;
    const { audience, skipped, failed, inFlight, unknown, delivered, read } = counts.get(row.activityId) ?? noCounts;
    const { actual, unknownCost } = costs.get(row.activityId) ?? noCosts;
    return {
      campaignId: row.campaignId,
      campaign: row.campaignName,
      iteration: row.number,
      iterationName: row.name,
      approval: row.approval,
      state: row.stateNow,
      startedOn: row.startedAt?.toISOString() ?? '',
      completedOn: row.completedAt?.toISOString() ?? '',
      audience,
      skipped,
      failed,
      inFlight,
      unknown,
      delivered,
      read,
      cost: actual,
      unknownCost,
      currency,
      fallbackSent: fallback.sent,
      fallbackDelivered: fallback.delivered,
      fallbackCost: fallback.actual,
      fallbackUnknownCost: fallback.unknownCost,
    };
  });
}

/** One row a campaign and iteration, for other systems. @throws DomainError campaign.not_found for one that is named and not to be seen */
export const listExternal = (ctx: Ctx, { from, perPage, ...filter }: StartedFilter & { from: number; perPage: number }) =>
  ctx.read(async (tx) => {
    if (filter.campaignId !== '') await accessCampaign(tx, ctx.actor, filter.campaignId);
    const limit = perPage === -1 ? 200 : perPage;
    const rows = await readExternal(ctx, tx, filter, { from, limit: limit + 1 });
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  });

const stateNames = Object.fromEntries(Object.entries(activityStates).map(([name, code]) => [code, name]));
const shownState = ({ state, completedOn }: ExternalRow): string =>
  state === activityStates.started && completedOn !== '' ? 'completed' : (stateNames[state] ?? '');

const columns: readonly ExportColumn<ExternalRow>[] = [
  { head: 'Campaign id', value: (row) => row.campaignId },
  { head: 'Campaign', value: (row) => row.campaign },
  { head: 'Iteration', value: (row) => row.iteration },
  { head: 'Name of the iteration', value: (row) => row.iterationName },
  { head: 'Approval', value: (row) => row.approval },
  { head: 'State', value: shownState },
  { head: 'Started', unit: 'UTC', value: (row) => row.startedOn },
  { head: 'Completed', unit: 'UTC', value: (row) => row.completedOn },
  { head: 'Audience', value: (row) => row.audience },
  { head: 'Skipped', value: (row) => row.skipped },
  { head: 'Failed', value: (row) => row.failed },
  { head: 'In flight', value: (row) => row.inFlight },
  { head: 'Outcome unknown (of in flight)', value: (row) => row.unknown },
  { head: 'Delivered', value: (row) => row.delivered },
  { head: 'Read', value: (row) => row.read },
  { head: 'Cost in millionths', value: (row) => row.cost },
  { head: 'Reserved for unknown outcomes in millionths', value: (row) => row.unknownCost },
  { head: 'Currency', value: (row) => row.currency },
  { head: 'Fallback sent', value: (row) => row.fallbackSent },
  { head: 'Fallback delivered', value: (row) => row.fallbackDelivered },
  { head: 'Cost of the fallback in millionths', value: (row) => row.fallbackCost },
  { head: 'Reserved for unknown outcomes of the fallback in millionths', value: (row) => row.fallbackUnknownCost },
];

const batch = 500;

/** The same rows as a file, all of them. */
export const campaignsExport = defineExport({
  kind: 'campaigns',
  download: campaigns.externalCsv,
  access: campaigns.externalStats,
  async open(ctx, filter) {
    if (filter.campaignId !== '') await ctx.read((tx) => accessCampaign(tx, ctx.actor, filter.campaignId));
    const name = 'campaigns.csv';
    let from = 0;
    return listOf({
      name,
      trail: { record: campaignRecord, id: filter.campaignId || ctx.enterpriseId, name },
      columns,
      isForPrograms: true,
      async readPage() {
        const rows = await ctx.read((tx) => readExternal(ctx, tx, filter, { from, limit: batch }));
        from += batch;
        return rows;
      },
    });
  },
});
