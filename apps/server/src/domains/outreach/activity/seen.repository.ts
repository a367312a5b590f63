import type { Approval, Person } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import { type Actor, can } from '../../../context.ts';
import { type ActivityRow, selectActivities, stateNow } from '../row/activity.repository.ts';
import { maySee } from '../row/campaign.repository.ts';

/** The iterations that somebody may see. */

export type ActivityFilter = {
  approval: Approval[];
  state: number[];
  campaignId: string;
  name: string;
  fromDate: string;
  toDate: string;
  channelId: string;
  makerId: string;
  checkerId: string;
  order: 'submitted' | 'decided' | 'newest';
  from: number;
  perPage: number;
};
export const mostShown = 200;

const timeColumns = { submitted: 'a.submittedAt', decided: 'a.decidedAt', newest: 'a.createdAt' } as const;

/** Rejected ones are for users who have the list of them, and for their makers (screens 3.5). */
const seesRejected = (actor: Actor) =>
  can(actor, 'CAMPAIGNS.VIEW_REJECTEDLIST') || can(actor, 'CAMPAIGNS.APPROVE')
    ? sql<boolean>`true`
    : sql<boolean>`(a.approval <> 'Rejected' or a.last_edited_by = ${actor.userId})`;

const selectSeen = (tx: Read, actor: Actor) => selectActivities(tx, actor.enterpriseId).where(maySee(actor)).where(seesRejected(actor));

/** An iteration that the actor may see. */
export const findSeen = (tx: Read, actor: Actor, activityId: string): Promise<ActivityRow | undefined> =>
  selectSeen(tx, actor).where('a.activityId', '=', activityId).executeTakeFirst();

/** Counts the iterations of an approval that the actor may see: as many as their list has. */
export async function countIterations(tx: Read, actor: Actor, approval: Approval): Promise<number> {
  const { count } = await selectSeen(tx, actor)
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('a.approval', '=', approval)
    .executeTakeFirstOrThrow();
  return count;
}

/** A page of the list of iterations. */
export function listSeen(tx: Read, actor: Actor, filter: ActivityFilter, limit: number): Promise<ActivityRow[]> {
  const time = timeColumns[filter.order];
  return selectSeen(tx, actor)
    .$if(filter.approval.length > 0, (query) => query.where('a.approval', 'in', filter.approval))
    .$if(filter.state.length > 0, (query) => query.where(sql<boolean>`${stateNow} = any(${filter.state}::integer[])`))
    .$if(filter.campaignId !== '', (query) => query.where('a.campaignId', '=', filter.campaignId))
    .$if(filter.channelId !== '', (query) => query.where('a.channelId', '=', filter.channelId))
    .$if(filter.makerId !== '', (query) => query.where('a.lastEditedBy', '=', filter.makerId))
    .$if(filter.checkerId !== '', (query) => query.where('a.decidedBy', '=', filter.checkerId))
    .$if(filter.name !== '', (query) =>
      query.where((eb) => eb.or([eb('a.name', 'ilike', containing(filter.name)), eb('c.name', 'ilike', containing(filter.name))])),
    )
    .$if(filter.fromDate !== '', (query) => query.where(time, '>=', new Date(filter.fromDate)))
    .$if(filter.toDate !== '', (query) => query.where(time, '<=', new Date(filter.toDate)))
    .orderBy(time, (order) => (filter.order === 'submitted' ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('a.activityId', filter.order === 'submitted' ? 'asc' : 'desc')
    .$call(pageOf({ from: filter.from, limit }))
    .execute();
}

/** Iterations of a campaign, or the one of them, the newest first. @param activityId '' for all of them */
export const listSeenOfCampaign = (
  tx: Read,
  actor: Actor,
  { campaignId, activityId = '', limit }: { campaignId: string; activityId?: string; limit: number },
): Promise<ActivityRow[]> =>
  selectSeen(tx, actor)
    .where('a.campaignId', '=', campaignId)
    .$if(activityId !== '', (query) => query.where('a.activityId', '=', activityId))
    .orderBy('a.number', 'desc')
    .limit(limit)
    .execute();

/** Lists the people who have worked on the iterations that a user may see, for the filters of their list. */
export const listWorkers = (tx: Read, actor: Actor, by: 'lastEditedBy' | 'decidedBy'): Promise<Person[]> =>
  tx
    .selectFrom('activities as a')
    .innerJoin('campaigns as c', (join) => join.onRef('c.enterpriseId', '=', 'a.enterpriseId').onRef('c.campaignId', '=', 'a.campaignId'))
    .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'a.enterpriseId').onRef('u.userId', '=', `a.${by}`))
    .select(['u.userId as id', 'u.name'])
    .distinct()
    .where('a.enterpriseId', '=', actor.enterpriseId)
    .where('a.deletedAt', 'is', null)
    .where('c.deletedAt', 'is', null)
    .where(maySee(actor))
    .orderBy('u.name')
    .limit(mostShown)
    .execute();

/** The iteration of the campaign that was approved last; of itself what was approved before it was changed. */
export const findLastApproved = (tx: Read, row: Pick<ActivityRow, 'enterpriseId' | 'campaignId' | 'activityId' | 'approval'>) =>
  tx
    .selectFrom('activities')
    .select(['activityId', 'number', 'approvedParts'])
    .where('enterpriseId', '=', row.enterpriseId)
    .where('campaignId', '=', row.campaignId)
    .where('approvedParts', 'is not', null)
    .where('deletedAt', 'is', null)
    .$if(row.approval === 'Approved', (query) => query.where('activityId', '<>', row.activityId))
    .orderBy('decidedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
