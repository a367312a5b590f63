import {
  type ActivityFigures,
  type ContentPart,
  contentsOf,
  noFallbackFigures,
  reasonTexts,
  type VariableMapping,
  variableKey,
  type z,
} from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import type { Ctx } from '../../../context.ts';
import { countRefusals, countRuns, listDeliveries, listFailures, noCosts, sumCosts } from '../../messaging/door.run.ts';
import { noCounts } from '../activity/activity.present.ts';
import { listSeenOfCampaign } from '../activity/seen.repository.ts';
import { compareAllContents } from '../content/content.figures.ts';
import { letterOf } from '../content/content.rules.ts';
import { readFallbackFigures } from '../fallback/fallback.report.ts';
import { countAnswered } from '../fallback/outcome.repository.ts';
import { countClicked, type LinkCount, listLinkCounts } from '../link/link.repository.ts';
import { type ActivityRow, activityNotFound } from '../row/activity.repository.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import { countResponses, listButtons } from '../row/response.repository.ts';
import { sumCounts } from './campaign.query.ts';

type Figures = z.infer<typeof ActivityFigures>;
type Total = Pick<
  Figures,
  'counts' | 'optedOut' | 'replied' | 'pressed' | 'clicked' | 'actual' | 'unknownCost' | 'currency' | 'fallback'
> & {
  estimated: number;
};
const mostIterations = 500;

/** Iterations of a campaign that somebody may see, or the one of them. @throws DomainError campaign.not_found or activity.not_found */
export async function listRuns(ctx: Ctx, tx: Read, campaignId: string, activityId: string): Promise<ActivityRow[]> {
  await accessCampaign(tx, ctx.actor, campaignId);
  const rows = await listSeenOfCampaign(tx, ctx.actor, { campaignId, activityId, limit: mostIterations });
  if (activityId !== '' && rows.length === 0) throw activityNotFound();
  return rows;
}

export const idsOf = (rows: readonly ActivityRow[]) => rows.flatMap(({ runId }) => runId ?? []);

const basicsOf = (row: ActivityRow) => ({
  activityId: row.activityId,
  number: row.number,
  name: row.name,
  state: row.stateNow,
  isCompleted: row.completedAt !== null,
  startedOn: row.startedAt?.toISOString() ?? '',
  completedOn: row.completedAt?.toISOString() ?? '',
});

async function toFigures(ctx: Ctx, tx: Read, rows: readonly ActivityRow[]): Promise<{ total: Total; activities: Figures[] }> {
  const { enterpriseId, bill } = ctx;
  const ids = idsOf(rows);
  const asked = rows.flatMap(({ activityId: runId, startedAt: since, channelId }) => (since ? [{ runId, since, channelId }] : []));
  const [counts, costs, responses, clicked, fallbacks, refusals, comparisons] = await Promise.all([
    countRuns(tx, enterpriseId, ids),
    sumCosts(tx, enterpriseId, ids),
    countResponses(tx, enterpriseId, ids),
    countClicked(tx, enterpriseId, ids),
    readFallbackFigures(tx, enterpriseId, rows),
    countRefusals(tx, enterpriseId, asked),
    compareAllContents(tx, enterpriseId, rows),
  ]);
  const currency = await bill.currencyOf(tx, enterpriseId);
  const activities: Figures[] = [];
  for (const row of rows) {
    activities.push({
      ...basicsOf(row),
      counts: counts.get(row.activityId) ?? noCounts,
      optedOut: refusals.get(row.activityId)?.optedOut ?? 0,
      replied: responses.get(row.activityId)?.replied ?? 0,
      pressed: responses.get(row.activityId)?.pressed ?? 0,
      clicked: clicked.get(row.activityId) ?? 0,
      estimate: row.estimate,
      ...(costs.get(row.activityId) ?? noCosts),
      currency,
      comparison: comparisons.get(row.activityId) ?? null,
      fallback: fallbacks.get(row.activityId) ?? noFallbackFigures,
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
      unknownCost: sum(({ unknownCost }) => unknownCost),
      currency,
      fallback: {
        sent: sum(({ fallback }) => fallback.sent),
        delivered: sum(({ fallback }) => fallback.delivered),
        actual: sum(({ fallback }) => fallback.actual),
        unknownCost: sum(({ fallback }) => fallback.unknownCost),
      },
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
      links: links.map(({ contentNumber: _number, ...link }, place) => ({ ...link, ...mappingOf(rows, links[place] as LinkCount) })),
    };
  });

/** Describes a link's place, and its value there in the plan of its iteration. */
function mappingOf(
  rows: readonly ActivityRow[],
  { activityId, contentNumber, variable }: LinkCount,
): Pick<VariableMapping, 'type' | 'value'> & { content: ContentPart | '' } {
  const row = rows.find((one) => one.activityId === activityId);
  const contents = row ? contentsOf(row.plan) : [];
  const own = contents[(contentNumber ?? row?.chosenContent ?? 1) - 1]?.columnMapping ?? [];
  const groups = [...own, ...(row?.plan.fallback?.columnMapping ?? [])];
  const given = groups.flatMap((group) => group.variables.filter((one) => variableKey(group, one.variable) === variable))[0];
  const content = contents.length < 2 ? '' : letterOf(contentNumber) || 'rest';
  return { content, type: given?.type ?? 'static', value: given?.value ?? '' };
}

/**
 * Figures of the runs over another channel, each of them as those of a first run: they add up by themselves, and the estimate is what it could
 * cost at most.
 */
export const listFallbacks = (ctx: Ctx, campaignId: string): Promise<{ runs: Figures[] }> =>
  ctx.read(async (tx) => {
    const { enterpriseId } = ctx;
    const rows = (await listRuns(ctx, tx, campaignId, '')).filter(({ fallbackRunId }) => fallbackRunId !== null);
    const ids = rows.flatMap(({ fallbackRunId }) => fallbackRunId ?? []);
    const asked = rows.map(({ fallbackRunId, startedAt, fallbackChannelId }) => ({
      runId: fallbackRunId ?? '',
      since: startedAt ?? ctx.now(),
      channelId: fallbackChannelId,
    }));
    const [counts, costs, answered, refusals] = await Promise.all([
      countRuns(tx, enterpriseId, ids),
      sumCosts(tx, enterpriseId, ids),
      countAnswered(tx, enterpriseId, ids),
      countRefusals(tx, enterpriseId, asked),
    ]);
    const currency = await ctx.bill.currencyOf(tx, enterpriseId);
    const runs: Figures[] = [];
    for (const row of rows) {
      const runId = row.fallbackRunId ?? '';
      const most = row.estimate?.fallback;
      runs.push({
        ...basicsOf(row),
        counts: counts.get(runId) ?? noCounts,
        optedOut: refusals.get(runId)?.optedOut ?? 0,
        ...(answered.get(runId) ?? { replied: 0, pressed: 0, clicked: 0 }),
        estimate: most ? { ...most, currency, byCountry: [] } : null,
        ...(costs.get(runId) ?? noCosts),
        currency,
        comparison: null,
        fallback: noFallbackFigures,
      });
    }
    return { runs };
  });
