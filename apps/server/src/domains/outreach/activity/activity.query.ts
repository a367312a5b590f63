import { type Activity, type ActivityItem, type ActivityProgress, type Approval, activityStates, type Person } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { countLastMinute, countRuns, createQuietClock, findProgress, quietOf, readOwnHours } from '../../messaging/door.run.ts';
import { compareContents } from '../content/content.figures.ts';
import { readFallbackProgress } from '../fallback/fallback.report.ts';
import { compareParts } from '../plan/activity.seal.ts';
import { readTimes } from '../plan/plan.decision.ts';
import { lookUpPlan } from '../plan/plan.ts';
import { type ActivityRow, accessActivity, selectActivities, stateNow } from '../row/activity.repository.ts';
import { maySee } from '../row/campaign.repository.ts';
import { listEntries } from '../row/entry.repository.ts';
import { noCounts, presentActivity, presentItem } from './activity.present.ts';

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
const mostShown = 200;

const timeColumns = { submitted: 'a.submittedAt', decided: 'a.decidedAt', newest: 'a.createdAt' } as const;

/** Rejected ones are for users who have the list of them, and for their makers (screens 3.5). */
const seesRejected = (actor: Actor) =>
  can(actor, 'CAMPAIGNS.VIEW_REJECTEDLIST') || can(actor, 'CAMPAIGNS.APPROVE')
    ? sql<boolean>`true`
    : sql<boolean>`(a.approval <> 'Rejected' or a.last_edited_by = ${actor.userId})`;

export const selectSeen = (tx: Read, actor: Actor) =>
  selectActivities(tx, actor.enterpriseId).where(maySee(actor)).where(seesRejected(actor));

/** Rows with the counts of all of them by one question. */
export async function presentItems(ctx: Ctx, tx: Read, rows: readonly ActivityRow[]): Promise<ActivityItem[]> {
  const [ownHours, counts] = await Promise.all([
    readOwnHours(tx, ctx.enterpriseId),
    countRuns(
      tx,
      ctx.enterpriseId,
      rows.flatMap(({ runId }) => runId ?? []),
    ),
  ]);
  const now = ctx.now();
  const clock = createQuietClock(ownHours, now);
  return rows.map((row) => {
    const until = clock(row.plan.quietHours, []);
    return presentItem(row, {
      actor: ctx.actor,
      counts: counts.get(row.activityId) ?? noCounts,
      now,
      zone: ownHours.timeZone,
      quietUntil: until > now ? until : null,
    });
  });
}

export async function listActivities(
  ctx: Ctx,
  filter: ActivityFilter,
): Promise<{ activities: ActivityItem[]; more: boolean; makers: Person[]; checkers: Person[] }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  const time = timeColumns[filter.order];
  return ctx.read(async (tx) => {
    const rows = await selectSeen(tx, ctx.actor)
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
      .$call(pageOf({ from: filter.from, limit: limit + 1 }))
      .execute();
    const activities = await presentItems(ctx, tx, rows.slice(0, limit));
    const [makers, checkers] = await Promise.all([listPeople(tx, ctx.actor, 'lastEditedBy'), listPeople(tx, ctx.actor, 'decidedBy')]);
    return { activities, more: rows.length > limit, makers, checkers };
  });
}

/** Lists the people who have worked on the iterations that a user may see, for the filters of their list. */
const listPeople = (tx: Read, actor: Actor, by: 'lastEditedBy' | 'decidedBy'): Promise<Person[]> =>
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
async function findLastApproved(tx: Read, row: ActivityRow) {
  return tx
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
}

export const getActivity = (ctx: Ctx, activityId: string): Promise<Activity> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    return present(ctx, tx, row);
  });

/** @throws DomainError activity.not_found, also for a rejected one of others where the right to them is missing */
export async function accessSeen(ctx: Ctx, tx: Read, activityId: string): Promise<ActivityRow> {
  const row = await selectSeen(tx, ctx.actor).where('a.activityId', '=', activityId).executeTakeFirst();
  if (!row) return accessActivity(tx, ctx.actor, '00000000-0000-0000-0000-000000000000');
  assertMayUseChannel(ctx.actor, row.channelId ?? '');
  return row;
}

/** Presents an iteration for its form and its detail. */
export async function present(ctx: Ctx, tx: Read, row: ActivityRow): Promise<Activity> {
  const [item] = await presentItems(ctx, tx, [row]);
  const [entries, last, zone, { names }] = await Promise.all([
    listEntries(tx, ctx.enterpriseId, row.activityId),
    findLastApproved(tx, row),
    readTimeZone(tx, ctx.enterpriseId),
    lookUpPlan(ctx, tx, row.plan, row.plan),
  ]);
  const { sealParts, rejectedParts } = row;
  return presentActivity(row, item as ActivityItem, {
    entries,
    compared:
      sealParts && last?.approvedParts
        ? { activityId: last.activityId, number: last.number, changes: compareParts(last.approvedParts, sealParts) }
        : null,
    sinceRejection: sealParts && rejectedParts ? compareParts(rejectedParts, sealParts) : [],
    isStartDoubled: readTimes(row.plan, zone).times.isDoubled,
    names,
  });
}

/** Reads the progress of a run in numbers that add up: skipped and failed messages, those with the vendor, and the remaining ones. */
export const getProgress = (ctx: Ctx, activityId: string): Promise<ActivityProgress> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    const counts = (await countRuns(tx, ctx.enterpriseId, [activityId])).get(activityId) ?? noCounts;
    const progress = await findProgress(tx, ctx.enterpriseId, activityId, ctx.now());
    const remaining = counts.byReason.reduce((sum, { status, count }) => (status === 'QUEUED' ? sum + count : sum), 0);
    const { audience, skipped, failed, inFlight, unknown, delivered, read, byReason } = counts;
    const { wave } = row;
    return {
      audience,
      isFreezing: row.runState === 'freezing',
      sent: audience - skipped - failed - remaining,
      delivered,
      read,
      failed,
      skipped,
      inFlight,
      unknown,
      remaining,
      currentSpeed: await countLastMinute(tx, ctx.enterpriseId, activityId, ctx.now()),
      perMinute: row.perMinute ?? row.plan.perMinute,
      quiet: quietOf(progress),
      byReason,
      state: row.stateNow,
      isCompleted: row.completedAt !== null,
      pauseReason: row.stateNow === activityStates.paused ? (row.pauseReason ?? '') : '',
      channelState: row.channelState ?? '',
      templateStatus: await readTemplateStatus(tx, row),
      wave: wave
        ? {
            size: wave.size,
            left: wave.result === 'passed' ? 0 : (row.releaseLeft ?? 0),
            waitsUntil: wave.waitsUntil,
            result: wave.result,
          }
        : null,
      comparison: await compareContents(tx, row),
      fallback: await readFallbackProgress(tx, row),
    };
  });

/** Reads the status of the plan's template; with several, that of the first one that may not be sent. */
async function readTemplateStatus(tx: Read, { enterpriseId, plan, templateStatus }: ActivityRow): Promise<string> {
  const ids = plan.contents.flatMap(({ message: { template } }) => (template.templateUId === '' ? [] : template.templateUId));
  if (templateStatus !== 'APPROVED' || ids.length === 0) return templateStatus ?? '';
  const other = await tx
    .selectFrom('templates')
    .select('status')
    .where('enterpriseId', '=', enterpriseId)
    .where('templateId', 'in', ids)
    .where('deletedAt', 'is', null)
    .where('status', '<>', 'APPROVED')
    .executeTakeFirst();
  return other?.status ?? templateStatus;
}
