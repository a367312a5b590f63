import { Readable } from 'node:stream';
import { activityStates, type ExternalRow, noFallbackFigures } from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx } from '../../../context.ts';
import { countRuns, noCosts, sumCosts } from '../../messaging/door.ts';
import { noCounts } from '../activity/activity.present.ts';
import { selectActivities } from '../activity/activity.repository.ts';
import { readFallbackFigures } from '../fallback/fallback.report.ts';
import { accessCampaign, maySee } from './campaign.access.ts';
import { campaignRecord } from './campaign.record.ts';
import { idsOf } from './campaign.report.ts';

export type External = { fromDate: string; toDate: string; campaignId: string };

async function readExternal(ctx: Ctx, tx: Tx, { fromDate, toDate, campaignId }: External, page: { from: number; limit: number }) {
  const rows = await selectActivities(tx, ctx.enterpriseId)
    .where(maySee(ctx.actor))
    .where('a.startedAt', 'is not', null)
    .$if(fromDate !== '', (query) => query.where('a.startedAt', '>=', new Date(fromDate)))
    .$if(toDate !== '', (query) => query.where('a.startedAt', '<=', new Date(toDate)))
    .$if(campaignId !== '', (query) => query.where('a.campaignId', '=', campaignId))
    .orderBy('a.startedAt')
    .orderBy('a.activityId')
    .limit(page.limit)
    .offset(page.from)
    .execute();
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
export const listExternal = (ctx: Ctx, { from, perPage, ...filter }: External & { from: number; perPage: number }) =>
  ctx.read(async (tx) => {
    if (filter.campaignId !== '') await accessCampaign(tx, ctx.actor, filter.campaignId);
    const limit = perPage === -1 ? 200 : perPage;
    const rows = await readExternal(ctx, tx, filter, { from, limit: limit + 1 });
    return { rows: rows.slice(0, limit), more: rows.length > limit };
  });

const columns = [
  ['campaignId', 'Campaign id'],
  ['campaign', 'Campaign'],
  ['iteration', 'Iteration'],
  ['iterationName', 'Name of the iteration'],
  ['approval', 'Approval'],
  ['state', 'State'],
  ['startedOn', 'Started (UTC)'],
  ['completedOn', 'Completed (UTC)'],
  ['audience', 'Audience'],
  ['skipped', 'Skipped'],
  ['failed', 'Failed'],
  ['inFlight', 'In flight'],
  ['unknown', 'Outcome unknown (of in flight)'],
  ['delivered', 'Delivered'],
  ['read', 'Read'],
  ['cost', 'Cost in millionths'],
  ['unknownCost', 'Reserved for unknown outcomes in millionths'],
  ['currency', 'Currency'],
  ['fallbackSent', 'Fallback sent'],
  ['fallbackDelivered', 'Fallback delivered'],
  ['fallbackCost', 'Cost of the fallback in millionths'],
  ['fallbackUnknownCost', 'Reserved for unknown outcomes of the fallback in millionths'],
] as const satisfies readonly (readonly [keyof ExternalRow, string])[];

const stateNames = Object.fromEntries(Object.entries(activityStates).map(([name, code]) => [code, name]));
const shownCell = (row: ExternalRow, column: keyof ExternalRow): string => {
  if (column === 'state')
    return row.state === activityStates.started && row.completedOn !== '' ? 'completed' : (stateNames[row.state] ?? '');
  return String(row[column]);
};

/** The same rows as CSV, all of them; who takes them is noted before the first one leaves. */
export async function exportExternal(ctx: Ctx, filter: External): Promise<Readable> {
  await ctx.transaction(async (tx) => {
    if (filter.campaignId !== '') await accessCampaign(tx, ctx.actor, filter.campaignId);
    recordChange(ctx, tx, { record: campaignRecord, id: filter.campaignId || ctx.enterpriseId, action: 'export', name: 'campaigns.csv' });
  });
  return Readable.from(lines(ctx, filter));
}

const batch = 500;
async function* lines(ctx: Ctx, filter: External): AsyncGenerator<string> {
  yield headerLine(columns.map(([, header]) => ({ header })));
  for (let from = 0; ; from += batch) {
    const rows = await ctx.read((tx) => readExternal(ctx, tx, filter, { from, limit: batch }));
    yield rows.map((row) => `${columns.map(([column]) => csvCell(shownCell(row, column))).join(',')}\r\n`).join('');
    if (rows.length < batch) return;
  }
}
