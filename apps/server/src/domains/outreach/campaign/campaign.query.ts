import { activityStates, type Campaign, type CampaignItem, type Person, type RunCounts } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { countRuns } from '../../messaging/door.run.ts';
import { isMaker, noCounts } from '../activity/activity.present.ts';
import { presentItems } from '../activity/activity.query.ts';
import { listSeenOfCampaign } from '../activity/seen.repository.ts';
import { stateNow } from '../row/activity.repository.ts';
import { campaignNotFound } from '../row/campaign.access.ts';
import { maySee } from '../row/campaign.repository.ts';

export type CampaignFilter = {
  state: number | 'running' | '';
  name: string;
  fromDate: string;
  toDate: string;
  channelId: string;
  makerId: string;
  from: number;
  perPage: number;
};
const mostShown = 200;

/** Matches a campaign called `c` with an iteration that has started, is not over, and is not paused. */
const isRunning = sql<boolean>`exists (select from activities a
  left join send_runs r on r.enterprise_id = a.enterprise_id and r.run_id = a.activity_id
  where a.enterprise_id = c.enterprise_id and a.campaign_id = c.campaign_id and a.state = ${sql.lit(activityStates.started)} and a.completed_at is null and a.deleted_at is null
    and not coalesce(r.is_paused, false))`;

/** Campaigns that somebody may see and that send now: as many as their list has, narrowed to these. */
export async function countRunning(tx: Read, actor: Actor): Promise<number> {
  const { count } = await tx
    .selectFrom('campaigns as c')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('c.enterpriseId', '=', actor.enterpriseId)
    .where('c.deletedAt', 'is', null)
    .where(isRunning)
    .where(maySee(actor))
    .executeTakeFirstOrThrow();
  return count;
}

/** The newest iteration of each campaign stands for its state. */
const selectCampaigns = (tx: Read, actor: Actor) =>
  tx
    .selectFrom('campaigns as c')
    .leftJoin('channels as h', (join) => join.onRef('h.enterpriseId', '=', 'c.enterpriseId').onRef('h.channelId', '=', 'c.channelId'))
    .leftJoin('templates as t', (join) => join.onRef('t.enterpriseId', '=', 'c.enterpriseId').onRef('t.templateId', '=', 'c.templateId'))
    .leftJoin('users as m', (join) => join.onRef('m.enterpriseId', '=', 'c.enterpriseId').onRef('m.userId', '=', 'c.createdBy'))
    .leftJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'c.enterpriseId').onRef('u.userId', '=', 'c.updatedBy'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('activities as a')
          .leftJoin('sendRuns as r', (join) => join.onRef('r.enterpriseId', '=', 'a.enterpriseId').onRef('r.runId', '=', 'a.activityId'))
          .select(['a.approval', 'a.completedAt'])
          .select(stateNow.as('state'))
          .whereRef('a.enterpriseId', '=', 'c.enterpriseId')
          .whereRef('a.campaignId', '=', 'c.campaignId')
          .where('a.deletedAt', 'is', null)
          .orderBy('a.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .where('c.enterpriseId', '=', actor.enterpriseId)
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .selectAll('c')
    .select([
      'h.name as channelName',
      'h.type as channelType',
      't.name as templateName',
      't.status as templateStatus',
      'm.name as makerName',
      'u.name as updaterName',
      'newest.approval',
      'newest.completedAt',
      'newest.state',
    ]);
export type ListedCampaign = Awaited<ReturnType<ReturnType<typeof selectCampaigns>['execute']>>[number];

type Iterations = { campaignId: string; activityIds: string[]; lastRunAt: Date | null };

/** The iterations of campaigns, by one question. */
async function listIterations(tx: Read, enterpriseId: string, campaignIds: readonly string[]): Promise<Map<string, Iterations>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<Iterations>`
    select campaign_id, array_agg(activity_id) as activity_ids, max(started_at) as last_run_at from activities
    where enterprise_id = ${enterpriseId} and campaign_id = any(${[...campaignIds]}::uuid[]) and deleted_at is null group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.campaignId, row]));
}

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
    const rows = await selectCampaigns(tx, ctx.actor)
      .$if(filter.state === 'running', (query) => query.where(isRunning))
      .$if(typeof filter.state === 'number', (query) => query.where(sql<boolean>`coalesce(newest.state, 0) = ${filter.state}`))
      .$if(filter.name !== '', (query) => query.where('c.name', 'ilike', containing(filter.name)))
      .$if(filter.fromDate !== '', (query) => query.where('c.createdAt', '>=', new Date(filter.fromDate)))
      .$if(filter.toDate !== '', (query) => query.where('c.createdAt', '<=', new Date(filter.toDate)))
      .$if(filter.channelId !== '', (query) => query.where('c.channelId', '=', filter.channelId))
      .$if(filter.makerId !== '', (query) => query.where('c.createdBy', '=', filter.makerId))
      .orderBy('c.createdAt', 'desc')
      .orderBy('c.campaignId', 'desc')
      .$call(pageOf({ from: filter.from, limit: limit + 1 }))
      .execute();
    const makers = await tx
      .selectFrom('campaigns as c')
      .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'c.enterpriseId').onRef('u.userId', '=', 'c.createdBy'))
      .select(['u.userId as id', 'u.name'])
      .distinct()
      .where('c.enterpriseId', '=', ctx.enterpriseId)
      .where('c.deletedAt', 'is', null)
      .where(maySee(ctx.actor))
      .orderBy('u.name')
      .limit(mostShown)
      .execute();
    return { campaigns: await toItems(ctx, tx, rows.slice(0, limit)), more: rows.length > limit, makers };
  });
}

export const getCampaign = (ctx: Ctx, campaignId: string): Promise<Campaign> => ctx.read((tx) => readCampaign(ctx, tx, campaignId));

/** @throws DomainError campaign.not_found */
export async function readCampaign(ctx: Ctx, tx: Read, campaignId: string): Promise<Campaign> {
  const row = await selectCampaigns(tx, ctx.actor).where('c.campaignId', '=', campaignId).executeTakeFirst();
  const [item] = row ? await toItems(ctx, tx, [row]) : [];
  if (!row || !item) throw campaignNotFound();
  const [departments, activities] = await Promise.all([
    listDepartments(tx, ctx.enterpriseId, row.createdBy),
    listSeenOfCampaign(tx, ctx.actor, { campaignId, limit: mostShown }),
  ]);
  return { ...item, plan: row.plan, departments, activities: await presentItems(ctx, tx, activities) };
}

/** Lists the departments of the campaign's maker. */
const listDepartments = (tx: Read, enterpriseId: string, userId: string): Promise<Person[]> =>
  tx
    .selectFrom('departmentUsers as x')
    .innerJoin('departments as d', (join) =>
      join.onRef('d.enterpriseId', '=', 'x.enterpriseId').onRef('d.departmentId', '=', 'x.departmentId'),
    )
    .select(['d.departmentId as id', 'd.name'])
    .where('x.enterpriseId', '=', enterpriseId)
    .where('x.userId', '=', userId)
    .where('d.deletedAt', 'is', null)
    .orderBy('d.name')
    .execute();
