import { Readable } from 'node:stream';
import { activityStates, type ExternalRow, noFallbackFigures } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Read } from '#platform/db/database.ts';
import { type CsvColumn, csvFile } from '#platform/files/csv-table.ts';
import type { Ctx } from '../../../context.ts';
import { countRuns, noCosts, sumCosts } from '../../messaging/door.run.ts';
import { noCounts } from '../activity/activity.present.ts';
import { readFallbackFigures } from '../fallback/fallback.report.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { campaignRecord } from '../row/campaign.record.ts';
import { idsOf } from './campaign.report.ts';
import { listStarted, type StartedFilter } from './seen.repository.ts';

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

const columns: readonly CsvColumn<ExternalRow>[] = [
  { header: 'Campaign id', value: (row) => String(row.campaignId) },
  { header: 'Campaign', value: (row) => String(row.campaign) },
  { header: 'Iteration', value: (row) => String(row.iteration) },
  { header: 'Name of the iteration', value: (row) => String(row.iterationName) },
  { header: 'Approval', value: (row) => String(row.approval) },
  { header: 'State', value: shownState },
  { header: 'Started (UTC)', value: (row) => String(row.startedOn) },
  { header: 'Completed (UTC)', value: (row) => String(row.completedOn) },
  { header: 'Audience', value: (row) => String(row.audience) },
  { header: 'Skipped', value: (row) => String(row.skipped) },
  { header: 'Failed', value: (row) => String(row.failed) },
  { header: 'In flight', value: (row) => String(row.inFlight) },
  { header: 'Outcome unknown (of in flight)', value: (row) => String(row.unknown) },
  { header: 'Delivered', value: (row) => String(row.delivered) },
  { header: 'Read', value: (row) => String(row.read) },
  { header: 'Cost in millionths', value: (row) => String(row.cost) },
  { header: 'Reserved for unknown outcomes in millionths', value: (row) => String(row.unknownCost) },
  { header: 'Currency', value: (row) => String(row.currency) },
  { header: 'Fallback sent', value: (row) => String(row.fallbackSent) },
  { header: 'Fallback delivered', value: (row) => String(row.fallbackDelivered) },
  { header: 'Cost of the fallback in millionths', value: (row) => String(row.fallbackCost) },
  { header: 'Reserved for unknown outcomes of the fallback in millionths', value: (row) => String(row.fallbackUnknownCost) },
];

/** The same rows as CSV, all of them; who takes them is noted before the first one leaves. */
export async function exportExternal(ctx: Ctx, filter: StartedFilter): Promise<Readable> {
  await ctx.transaction(async (tx) => {
    if (filter.campaignId !== '') await accessCampaign(tx, ctx.actor, filter.campaignId);
    recordChange(ctx, tx, { record: campaignRecord, id: filter.campaignId || ctx.enterpriseId, action: 'export', name: 'campaigns.csv' });
  });
  return Readable.from(lines(ctx, filter));
}

const batch = 500;
function lines(ctx: Ctx, filter: StartedFilter): AsyncGenerator<string> {
  let from = 0;
  return csvFile(columns, async () => {
    const rows = await ctx.read((tx) => readExternal(ctx, tx, filter, { from, limit: batch }));
    from += batch;
    return rows;
  });
}
