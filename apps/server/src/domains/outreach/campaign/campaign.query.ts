import type { Campaign, CampaignItem, Person, RunCounts } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { countRuns } from '../../messaging/door.run.ts';
import { isMaker, noCounts } from '../activity/activity.present.ts';
import { presentItems } from '../activity/activity.query.ts';
import { listSeenOfCampaign } from '../activity/seen.repository.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import {
  type CampaignFilter,
  findSeen,
  type ListedCampaign,
  listDepartments,
  listIterations,
  listMakers,
  listSeen,
  mostShown,
} from './seen.repository.ts';

export function sumCounts(all: readonly RunCounts[]): RunCounts {
  const sum = (of: (counts: RunCounts) => number) => all.reduce((total, counts) => total + of(counts), 0);
  const lines = Map.groupBy(
    all.flatMap(({ byReason }) => byReason),
    ({ status, reason }) => `${status} ${reason}`,
  );
  return {
    audience: sum(({ audience }) => audience),
    skipped: sum(({ skipped }) => skipped),
    failed: sum(({ failed }) => failed),
    inFlight: sum(({ inFlight }) => inFlight),
    unknown: sum(({ unknown }) => unknown),
    delivered: sum(({ delivered }) => delivered),
    read: sum(({ read }) => read),
    byReason: [...lines.values()].flatMap(([first, ...others]) =>
      first ? [{ ...first, count: others.reduce((total, { count }) => total + count, first.count) }] : [],
    ),
  };
}

function movesOf(actor: Actor): CampaignItem['may'] {
  const may: CampaignItem['may'] = [];
  if (can(actor, 'CAMPAIGNS.EDIT')) may.push('edit', 'access');
  if (isMaker(actor)) may.push('iterate');
  if (can(actor, 'CAMPAIGNS.CREATE')) may.push('clone');
  may.push('export');
  if (can(actor, 'CAMPAIGNS.DELETE')) may.push('delete');
  return may;
}

async function toItems(ctx: Ctx, tx: Read, rows: readonly ListedCampaign[]): Promise<CampaignItem[]> {
  const iterations = await listIterations(
    tx,
    ctx.enterpriseId,
    rows.map(({ campaignId }) => campaignId),
  );
  const counts = await countRuns(
    tx,
    ctx.enterpriseId,
    [...iterations.values()].flatMap(({ activityIds }) => activityIds),
  );
  return rows.map((row) => {
    const own = iterations.get(row.campaignId);
    return {
      id: row.campaignId,
      name: row.name,
      description: row.description,
      channelId: row.channelId ?? '',
      channelName: row.channelName ?? '',
      channelType: row.channelType ?? 0,
      templateId: row.templateId ?? '',
      templateName: row.templateName ?? row.plan.message.template.templateId,
      templateStatus: row.templateStatus ?? '',
      iterations: own?.activityIds.length ?? 0,
      state: row.state ?? 0,
      approval: row.approval ?? 'New',
      isCompleted: row.completedAt !== null,
      lastRunOn: own?.lastRunAt?.toISOString() ?? '',
      counts: sumCounts((own?.activityIds ?? []).map((id) => counts.get(id) ?? noCounts)),
      accessType: row.accessType,
      createdBy: { id: row.createdBy, name: row.makerName ?? '' },
      createdOn: row.createdAt.toISOString(),
      updatedBy: { id: row.updatedBy, name: row.updaterName ?? '' },
      updatedOn: row.updatedAt.toISOString(),
      version: row.version,
      may: movesOf(ctx.actor),
    };
  });
}

export function listCampaigns(ctx: Ctx, filter: CampaignFilter): Promise<{ campaigns: CampaignItem[]; more: boolean; makers: Person[] }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const rows = await listSeen(tx, ctx.actor, filter, limit + 1);
    const makers = await listMakers(tx, ctx.actor);
    return { campaigns: await toItems(ctx, tx, rows.slice(0, limit)), more: rows.length > limit, makers };
  });
}

export const getCampaign = (ctx: Ctx, campaignId: string): Promise<Campaign> => ctx.read((tx) => readCampaign(ctx, tx, campaignId));

/** @throws DomainError campaign.not_found */
export async function readCampaign(ctx: Ctx, tx: Read, campaignId: string): Promise<Campaign> {
  const row = await findSeen(tx, ctx.actor, campaignId);
  const [item] = row ? await toItems(ctx, tx, [row]) : [];
  if (!row || !item) throw campaignNotFound();
  const [departments, activities] = await Promise.all([
    listDepartments(tx, ctx.enterpriseId, row.createdBy),
    listSeenOfCampaign(tx, ctx.actor, { campaignId, limit: mostShown }),
  ]);
  return { ...item, plan: row.plan, departments, activities: await presentItems(ctx, tx, activities) };
}
