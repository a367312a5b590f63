import { type Activity, type ActivityItem, type ActivityProgress, activityStates, type Person } from '@parley/contract';
import type { Read } from '#platform/db/database.ts';
import { assertMayUseChannel } from '../../../channel-right.ts';
import type { Ctx } from '../../../context.ts';
import { readTimeZone } from '../../account/door.ts';
import { countLastMinute, countRuns, createLeaveClock, findProgress, quietOf, readOwnHours } from '../../messaging/door.run.ts';
import { compareContents } from '../content/content.figures.ts';
import { readFallbackProgress } from '../fallback/fallback.report.ts';
import { findUnapprovedStatus } from '../message/message.repository.ts';
import { compareParts } from '../plan/activity.seal.ts';
import { readTimes } from '../plan/plan.decision.ts';
import { lookUpPlan } from '../plan/plan.ts';
import { type ActivityRow, accessActivity } from '../row/activity.repository.ts';
import { listEntries } from '../row/entry.repository.ts';
import { noCounts, presentActivity, presentItem } from './activity.present.ts';
import { type ActivityFilter, findLastApproved, findSeen, listSeen, listWorkers, mostShown } from './seen.repository.ts';

/** Rows with the counts of all of them by one question. */
export async function presentItems(ctx: Ctx, tx: Read, rows: readonly ActivityRow[]): Promise<ActivityItem[]> {
  const [ownHours, counts] = await Promise.all([
    readOwnHours(tx, ctx.enterpriseId, [...new Set(rows.flatMap(({ plan }) => plan.calendarId || []))]),
    countRuns(
      tx,
      ctx.enterpriseId,
      rows.flatMap(({ runId }) => runId ?? []),
    ),
  ]);
  const now = ctx.now();
  const clock = createLeaveClock(ownHours, now);
  return rows.map((row) => {
    const { quietHours, calendarId } = row.plan;
    const until = clock({ isMarketing: row.templateCategory === 'MARKETING', quietHours, calendarId: calendarId || null }, []);
    return presentItem(row, {
      actor: ctx.actor,
      counts: counts.get(row.activityId) ?? noCounts,
      now,
      zone: ownHours.timeZone,
      quietUntil: until && until > now ? until : null,
    });
  });
}

export async function listActivities(
  ctx: Ctx,
  filter: ActivityFilter,
): Promise<{ activities: ActivityItem[]; more: boolean; makers: Person[]; checkers: Person[] }> {
  const limit = filter.perPage === -1 ? mostShown : filter.perPage;
  return ctx.read(async (tx) => {
    const rows = await listSeen(tx, ctx.actor, filter, limit + 1);
    const activities = await presentItems(ctx, tx, rows.slice(0, limit));
    const [makers, checkers] = await Promise.all([listWorkers(tx, ctx.actor, 'lastEditedBy'), listWorkers(tx, ctx.actor, 'decidedBy')]);
    return { activities, more: rows.length > limit, makers, checkers };
  });
}

export const getActivity = (ctx: Ctx, activityId: string): Promise<Activity> =>
  ctx.read(async (tx) => {
    const row = await accessSeen(ctx, tx, activityId);
    return present(ctx, tx, row);
  });

/** @throws DomainError activity.not_found, also for a rejected one of others where the right to them is missing */
export async function accessSeen(ctx: Ctx, tx: Read, activityId: string): Promise<ActivityRow> {
  const row = await findSeen(tx, ctx.actor, activityId);
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
  return (await findUnapprovedStatus(tx, enterpriseId, ids)) ?? templateStatus;
}
