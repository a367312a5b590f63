import { analyticsDaysMax, fieldError, type MilestoneFilter } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { invalidRequest } from '#platform/http/domain-error.ts';
import { dayOf } from '#platform/zone/zone-days.ts';
import type { Ctx } from '../../../context.ts';
import { listSeenOfCampaign } from '../activity/seen.repository.ts';
import { type ActivityRow, activityNotFound } from '../row/activity.repository.ts';
import { accessCampaign } from '../row/campaign.access.ts';
import type { Asked } from './facts.repository.ts';
import { listMilestones, type MilestoneRow } from './milestone.repository.ts';
import { markedStreams } from './milestone.streams.ts';

const mostRuns = 500;

/** @property runs iterations that are asked for, the newest first @property all those of the campaign that the reader may see */
export type Opened = { campaignName: string; asked: Asked; runs: ActivityRow[]; all: ActivityRow[]; milestones: MilestoneRow[] };

/** Facts of iterations that nobody has started are none. */
const hasBegun = ({ startedAt }: ActivityRow) => startedAt !== null;

/**
 * The iterations of a campaign that somebody asks about, as far as they may see them.
 * @throws DomainError campaign.not_found, activity.not_found or request.invalid
 */
export async function openMilestones(
  ctx: Ctx,
  tx: Read,
  campaignId: string,
  { activityId, fromDate, toDate }: MilestoneFilter,
): Promise<Opened> {
  const { name } = await accessCampaign(tx, ctx.actor, campaignId);
  if (fromDate !== '' && toDate !== '' && fromDate > toDate) throw invalidRequest(fieldError('fromDate', 'days.backwards'));
  const zone = await ctx.readTimeZone(tx);
  const all = await listSeenOfCampaign(tx, ctx.actor, { campaignId, limit: mostRuns });
  if (activityId !== '' && !all.some((run) => run.activityId === activityId)) throw activityNotFound();
  const runs = all.filter((run) => {
    if (!hasBegun(run) || (activityId !== '' && run.activityId !== activityId)) return false;
    const day = dayOf(run.startedAt as Date, zone);
    return (fromDate === '' || day >= fromDate) && (toDate === '' || day <= toDate);
  });
  const milestones = await listMilestones(tx, ctx.enterpriseId, campaignId);
  const base = { enterpriseId: ctx.enterpriseId, campaignId, zone, milestones, streams: ctx.extensions.of(markedStreams) };
  return { campaignName: name, asked: askedOf(base, runs), runs, all, milestones };
}

export const askedOf = (base: Omit<Asked, 'activityIds' | 'since'>, runs: readonly ActivityRow[]): Asked => ({
  ...base,
  activityIds: runs.map(({ activityId }) => activityId),
  since: runs.reduce((first, { startedAt }) => (startedAt && startedAt < first ? startedAt : first), new Date(8.64e15)),
});

/** The iteration that began before this one; undefined: it is the first. */
export const runBefore = ({ all, runs: [run, ...others] }: Pick<Opened, 'all' | 'runs'>): ActivityRow | undefined =>
  run && others.length === 0 ? all.find((one) => hasBegun(one) && one.number < run.number) : undefined;

export const mostDays = analyticsDaysMax;
