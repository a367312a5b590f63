import { Readable } from 'node:stream';
import {
  type ActivityFigures,
  activityStates,
  type ExternalRow,
  reasonTexts,
  type VariableMapping,
  variableKey,
  type z,
} from '@parley/contract';
import { recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { csvCell, headerLine } from '#platform/files/csv-line.ts';
import type { Ctx } from '../../../context.ts';
import { countRefusals, countRuns, listDeliveries, listFailures, sumCosts } from '../../messaging/door.ts';
import { noCounts } from '../activity/activity.present.ts';
import { selectSeen } from '../activity/activity.query.ts';
import { type ActivityRow, activityNotFound, selectActivities } from '../activity/activity.repository.ts';
import { countClicked, type LinkCount, listLinkCounts } from '../link/link.repository.ts';
import { countResponses, listButtons } from '../response/response.repository.ts';
import { accessCampaign, maySee } from './campaign.access.ts';
import { sumCounts } from './campaign.query.ts';
import { campaignRecord } from './campaign.record.ts';

type Figures = z.infer<typeof ActivityFigures>;
type Total = Pick<Figures, 'counts' | 'optedOut' | 'replied' | 'pressed' | 'clicked' | 'actual' | 'currency'> & { estimated: number };
const mostIterations = 500;

/** Iterations of a campaign that somebody may see, or the one of them. @throws DomainError campaign.not_found or activity.not_found */
export async function listRuns(ctx: Ctx, tx: Tx, campaignId: string, activityId: string): Promise<ActivityRow[]> {
  await accessCampaign(tx, ctx.actor, campaignId);
  const rows = await selectSeen(tx, ctx.actor)
    .where('a.campaignId', '=', campaignId)
    .$if(activityId !== '', (query) => query.where('a.activityId', '=', activityId))
    .orderBy('a.number', 'desc')
    .limit(mostIterations)
    .execute();
  if (activityId !== '' && rows.length === 0) throw activityNotFound();
  return rows;
}

export const idsOf = (rows: readonly ActivityRow[]) => rows.flatMap(({ runId }) => runId ?? []);

async function toFigures(ctx: Ctx, tx: Tx, rows: readonly ActivityRow[]): Promise<{ total: Total; activities: Figures[] }> {
  const { enterpriseId, bill } = ctx;
  const ids = idsOf(rows);
  const [counts, costs, responses, clicked] = await Promise.all([
    countRuns(tx, enterpriseId, ids),
    sumCosts(tx, enterpriseId, ids),
    countResponses(tx, enterpriseId, ids),
    countClicked(tx, enterpriseId, ids),
  ]);
  const currency = await bill.currencyOf(tx, enterpriseId);
  const activities: Figures[] = [];
  for (const row of rows) {
    const refused = row.startedAt
      ? await countRefusals(tx, enterpriseId, row.activityId, { since: row.startedAt, channelId: row.channelId ?? '' })
      : { optedOut: 0 };
    activities.push({
      activityId: row.activityId,
      number: row.number,
      name: row.name,
      state: row.stateNow,
      isCompleted: row.completedAt !== null,
      startedOn: row.startedAt?.toISOString() ?? '',
      completedOn: row.completedAt?.toISOString() ?? '',
      counts: counts.get(row.activityId) ?? noCounts,
      optedOut: refused.optedOut,
      replied: responses.get(row.activityId)?.replied ?? 0,
      pressed: responses.get(row.activityId)?.pressed ?? 0,
      clicked: clicked.get(row.activityId) ?? 0,
      estimate: row.estimate,
      actual: costs.get(row.activityId) ?? 0,
      currency,
    });
  }
  const sum = (of: (figures: Figures) => number) => activities.reduce((all, figures) => all + of(figures), 0);
  return {
    activities,
    total: {
      counts: sumCounts(activities.map((one) => one.counts)),
      optedOut: sum(({ optedOut }) => optedOut),
      replied: sum(({ replied }) => replied),
      pressed: sum(({ pressed }) => pressed),
      clicked: sum((one) => one.clicked),
      estimated: sum(({ estimate }) => estimate?.amount ?? 0),
      actual: sum(({ actual }) => actual),
      currency,
    },
  };
}

/** Figures of a campaign: they add up, in each iteration and in total. */
export const readStats = (ctx: Ctx, campaignId: string) =>
  ctx.read(async (tx) => toFigures(ctx, tx, await listRuns(ctx, tx, campaignId, '')));

export const readReport = (ctx: Ctx, campaignId: string, activityId: string) =>
  ctx.read(async (tx) => {
    const rows = await listRuns(ctx, tx, campaignId, activityId);
    const ids = idsOf(rows);
    const [figures, failures, deliveries, buttons, links] = await Promise.all([
      toFigures(ctx, tx, rows),
      listFailures(tx, ctx.enterpriseId, ids),
      listDeliveries(tx, ctx.enterpriseId, ids),
      listButtons(tx, ctx.enterpriseId, ids),
      listLinkCounts(tx, ctx.enterpriseId, ids),
    ]);
    return {
      ...figures,
      failures: failures.map((one) => ({ ...one, meaning: reasonTexts[one.reason as keyof typeof reasonTexts] ?? '' })),
      deliveries: deliveries.hours.map(({ at, ...hour }) => ({ at: at.toISOString(), ...hour })),
      readAfterHours: deliveries.readAfter,
      buttons,
      links: links.map((link) => ({ ...link, ...mappingOf(rows, link) })),
    };
  });

/** What the plan of an iteration says of a value. */
function mappingOf(rows: readonly ActivityRow[], { activityId, variable }: LinkCount): Pick<VariableMapping, 'type' | 'value'> {
  const groups = rows.find((row) => row.activityId === activityId)?.plan.columnMapping ?? [];
  const given = groups.flatMap((group) => group.variables.filter((one) => variableKey(group, one.variable) === variable))[0];
  return { type: given?.type ?? 'static', value: given?.value ?? '' };
}

/** A campaign has no runs over another channel: nothing is sent where the first one did not reach. */
export const listFallbacks = (ctx: Ctx, campaignId: string): Promise<{ runs: Figures[] }> =>
  ctx.read(async (tx) => {
    await accessCampaign(tx, ctx.actor, campaignId);
    return { runs: [] };
  });

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
  const [counts, costs] = await Promise.all([countRuns(tx, ctx.enterpriseId, ids), sumCosts(tx, ctx.enterpriseId, ids)]);
  const currency = await ctx.bill.currencyOf(tx, ctx.enterpriseId);
  return rows.map((row): ExternalRow => {
    const { audience, skipped, failed, inFlight, delivered, read } = counts.get(row.activityId) ?? noCounts;
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
      delivered,
      read,
      cost: costs.get(row.activityId) ?? 0,
      currency,
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
  ['delivered', 'Delivered'],
  ['read', 'Read'],
  ['cost', 'Cost in millionths'],
  ['currency', 'Currency'],
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
