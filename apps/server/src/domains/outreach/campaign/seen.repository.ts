import { activityStates, type Person } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { Actor } from '../../../context.ts';
import { type ActivityRow, selectActivities, stateNow } from '../row/activity.repository.ts';
import { maySee } from '../row/campaign.repository.ts';

/** The campaigns that somebody may see, with their iterations. */

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
export const mostShown = 200;

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
export async function listIterations(tx: Read, enterpriseId: string, campaignIds: readonly string[]): Promise<Map<string, Iterations>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await sql<Iterations>`
    select campaign_id, array_agg(activity_id) as activity_ids, max(started_at) as last_run_at from activities
    where enterprise_id = ${enterpriseId} and campaign_id = any(${[...campaignIds]}::uuid[]) and deleted_at is null group by 1`.execute(tx);
  return new Map(rows.map((row) => [row.campaignId, row]));
}

/** A campaign that the actor may see. */
export const findSeen = (tx: Read, actor: Actor, campaignId: string): Promise<ListedCampaign | undefined> =>
  selectCampaigns(tx, actor).where('c.campaignId', '=', campaignId).executeTakeFirst();

/** A page of the list of campaigns. */
export const listSeen = (tx: Read, actor: Actor, filter: CampaignFilter, limit: number): Promise<ListedCampaign[]> =>
  selectCampaigns(tx, actor)
    .$if(filter.state === 'running', (query) => query.where(isRunning))
    .$if(typeof filter.state === 'number', (query) => query.where(sql<boolean>`coalesce(newest.state, 0) = ${filter.state}`))
    .$if(filter.name !== '', (query) => query.where('c.name', 'ilike', containing(filter.name)))
    .$if(filter.fromDate !== '', (query) => query.where('c.createdAt', '>=', new Date(filter.fromDate)))
    .$if(filter.toDate !== '', (query) => query.where('c.createdAt', '<=', new Date(filter.toDate)))
    .$if(filter.channelId !== '', (query) => query.where('c.channelId', '=', filter.channelId))
    .$if(filter.makerId !== '', (query) => query.where('c.createdBy', '=', filter.makerId))
    .orderBy('c.createdAt', 'desc')
    .orderBy('c.campaignId', 'desc')
    .$call(pageOf({ from: filter.from, limit }))
    .execute();

/** The makers of these campaigns, for the filter of their list. */
export const listMakers = (tx: Read, actor: Actor): Promise<Person[]> =>
  tx
    .selectFrom('campaigns as c')
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'c.enterpriseId').onRef('u.userId', '=', 'c.createdBy'))
    .select(['u.userId as id', 'u.name'])
    .distinct()
    .where('c.enterpriseId', '=', actor.enterpriseId)
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .orderBy('u.name')
    .limit(mostShown)
    .execute();

/** Lists the departments of the campaign's maker. */
export const listDepartments = (tx: Read, enterpriseId: string, userId: string): Promise<Person[]> =>
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

/** Iterations to some of these groups or labels on the day of an instant. @param besides the one that asks; '' where none does */
export const listSameDay = (
  tx: Read,
  actor: Actor,
  { sets, besides, day }: { sets: readonly string[]; besides: string; day: Date },
): Promise<{ activityId: string; name: string; number: number; at: Date }[]> =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .select(['a.activityId', 'c.name', 'a.number'])
    .select(sql<Date>`coalesce(a.started_at, a.starts_at)`.as('at'))
    .where('a.enterpriseId', '=', actor.enterpriseId)
    .where('a.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where('a.approval', 'in', ['Submitted', 'Approved'])
    .where('a.state', 'in', [0, 1, 2])
    .$if(besides !== '', (query) => query.where('a.activityId', '<>', besides))
    .where(sql<boolean>`date_trunc('day', coalesce(a.started_at, a.starts_at), 'UTC') = date_trunc('day', ${day}::timestamptz, 'UTC')`)
    .where(sql<boolean>`(a.plan #> '{audience,groupIds}') || (a.plan #> '{audience,labelIds}') ?| ${sets}::text[]`)
    .where(maySee(actor))
    .orderBy('a.activityId', 'desc')
    .limit(20)
    .execute();

export type StartedFilter = { fromDate: string; toDate: string; campaignId: string };

/** Iterations that have started, in this order. */
export const listStarted = (
  tx: Read,
  actor: Actor,
  { fromDate, toDate, campaignId }: StartedFilter,
  page: { from: number; limit: number },
): Promise<ActivityRow[]> =>
  selectActivities(tx, actor.enterpriseId)
    .where(maySee(actor))
    .where('a.startedAt', 'is not', null)
    .$if(fromDate !== '', (query) => query.where('a.startedAt', '>=', new Date(fromDate)))
    .$if(toDate !== '', (query) => query.where('a.startedAt', '<=', new Date(toDate)))
    .$if(campaignId !== '', (query) => query.where('a.campaignId', '=', campaignId))
    .orderBy('a.startedAt')
    .orderBy('a.activityId')
    .limit(page.limit)
    .offset(page.from)
    .execute();
