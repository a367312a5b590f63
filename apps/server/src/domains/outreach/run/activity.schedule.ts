import { activityStates } from '@parley/contract';
import { excuse, recordChange } from '#platform/audit/trail.ts';
import type { Tx } from '#platform/db/database.ts';
import { holdLease, takeLease } from '#platform/jobs/lease.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { pauseRun } from '../../messaging/door.run.ts';
import { assertAllowed, changingActivity, tellMakers, tellMakersAndChecker, wordsOf } from '../activity/activity.moves.ts';
import { newAgain } from '../activity/activity.service.ts';
import { growFallback, nextLook, sweepFallback } from '../fallback/fallback.watch.ts';
import { activityRecord } from '../row/activity.record.ts';
import { type ActivityRow, findActivity, listDue, lookAgainAt, runsOf, updateActivity } from '../row/activity.repository.ts';
import { dueAtOf, isFallbackOpen, rejectedDays } from '../row/activity.rules.ts';
import { tellStanding } from '../row/activity.webhook.ts';
import { addEntry } from '../row/entry.repository.ts';
import { endActivity } from './activity.run.ts';
import { startAtItsTime } from './activity.start.ts';
import { tendWave } from './activity.wave.ts';

const most = 200;
const holdMs = 15_000;
/** Interval at which a run without money is looked at while its first part is not judged. */
const unpaidLookMs = 5000;

/** Looks after iterations whose time has come: starts, ends, first parts, approvals that came too late, rejections that nobody touches. */
export async function tendActivities(deps: Deps): Promise<void> {
  for (const { enterpriseId, activityId } of await listDue(deps.db, deps.now(), most)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    const work = { enterpriseId, work: 'campaign', workId: activityId } as const;
    const lease = await ctx.transaction((tx) => takeLease(tx, work, holdMs));
    if (!lease) continue;
    // One that fails is looked at again, and does not keep the others from their turn.
    await holdLease(ctx, lease, () => tendActivity(ctx, activityId)).catch((error: unknown) =>
      deps.log.warn({ err: error, activityId }, 'an iteration was not looked after'),
    );
  }
}

export async function tendActivity(ctx: EnterpriseContext, activityId: string): Promise<void> {
  const row = await ctx.read((tx) => findActivity(tx, ctx.enterpriseId, activityId));
  if (!row) return;
  const now = ctx.now();
  const isOver = row.endsAt !== null && row.endsAt <= now && !row.completedAt && row.stateNow !== activityStates.stopped;
  if (isOver && row.stateNow >= 1) await endActivity(ctx, row);
  else if (row.stateNow === activityStates.scheduled && row.startsAt && row.startsAt <= now) await startAtItsTime(ctx, row);
  else {
    const isLastLook = goesElsewhere(row) && (await sweepFallback(ctx, row));
    await ctx.transaction((tx) => tendLocked(ctx, tx, activityId, isLastLook));
  }
}

/** True if people whom its first run does not reach are tried elsewhere now. Nobody is before a first part is judged. */
const goesElsewhere = (row: ActivityRow): boolean =>
  isFallbackOpen(row) && row.stateNow === activityStates.started && row.wave?.result !== '';

async function tendLocked(ctx: EnterpriseContext, tx: Tx, activityId: string, isLastLook: boolean): Promise<void> {
  const row = await findActivity(tx, ctx.enterpriseId, activityId, { lock: true });
  if (!row) return;
  const now = ctx.now();
  if (row.approval === 'Submitted' && row.startsAt && row.startsAt <= now) return refuseLate(ctx, tx, row);
  if (row.approval === 'Rejected' && row.updatedAt.getTime() <= now.getTime() - rejectedDays * 86_400_000) return expire(ctx, tx, row);
  if (row.stateNow === activityStates.paused && row.pauseReason === 'NO_BALANCE' && !row.isPauseTold) return tellOfMoney(ctx, tx, row);
  if (row.stateNow === activityStates.started && row.wave?.result === '') return tendWave(ctx, tx, row, row.wave);
  // The first part is judged once a recharge lets the run go on.
  if (row.stateNow === activityStates.paused && row.pauseReason === 'NO_BALANCE' && row.wave?.result === '')
    return lookAgainAt(tx, row, new Date(now.getTime() + unpaidLookMs));
  if (goesElsewhere(row)) return tendFallback(ctx, tx, row, isLastLook);
  if (isFallbackOpen(row) && row.stateNow === activityStates.paused) return lookAgainAt(tx, row, nextLook(row, now));
  await forgetDue(tx, row);
}

async function tendFallback(ctx: EnterpriseContext, tx: Tx, row: ActivityRow, isLastLook: boolean): Promise<void> {
  const now = ctx.now();
  const isClosed = await growFallback(ctx, tx, row, isLastLook);
  if (!isClosed) return lookAgainAt(tx, row, nextLook(row, now));
  excuse(tx, 'people see it by what is written when its run has ended');
  await updateActivity(tx, row, { fallbackClosedAt: now }, { now });
}

/** Nothing is due any more; the next due time is written with the change that brings it. */
async function forgetDue(tx: Tx, row: ActivityRow): Promise<void> {
  const dueAt = dueAtOf({
    approval: row.approval,
    state: row.stateNow,
    isCompleted: row.completedAt !== null,
    hasRun: row.runId !== null,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
    updatedAt: row.updatedAt,
    waveDueAt: null,
    fallbackDueAt: null,
  });
  await lookAgainAt(tx, row, dueAt);
}

/** Its time has passed without an approval: it is never sent. */
async function refuseLate(ctx: EnterpriseContext, tx: Tx, row: ActivityRow): Promise<void> {
  assertAllowed('fallBack', row);
  await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
    await updateActivity(tx, row, newAgain, { now: ctx.now() });
    await addEntry(ctx, tx, row.activityId, { kind: 'not_approved_in_time', text: 'Not approved in time' });
  });
  await tellMakers(ctx, tx, row, { kind: 'approval_decided', code: 'activity.not_in_time', values: wordsOf(row) });
}

/** Rejected, and untouched for so long that nobody will. */
async function expire(ctx: EnterpriseContext, tx: Tx, row: ActivityRow): Promise<void> {
  assertAllowed('expire', row);
  const before = await activityRecord.read(tx, ctx.enterpriseId, row.activityId);
  await updateActivity(tx, row, { deletedAt: ctx.now() }, { now: ctx.now() });
  await tellStanding(ctx, tx, { before: row });
  await ctx.bin.put(tx, null, [deletedActivity(row)], `Rejected ${rejectedDays} days ago`);
  recordChange(ctx, tx, { record: activityRecord, id: row.activityId, action: 'delete', before });
}

/** The iteration as it lies in the bin. */
export const deletedActivity = (row: Pick<ActivityRow, 'activityId' | 'campaignName' | 'number' | 'campaignId'>) => ({
  kind: 'activity' as const,
  recordId: row.activityId,
  name: `${row.campaignName} #${row.number}`,
  parents: [{ kind: 'campaign' as const, id: row.campaignId, isNeeded: true }],
});

/** Billing has paused the run: who made and approved it are told once. */
async function tellOfMoney(ctx: EnterpriseContext, tx: Tx, row: ActivityRow): Promise<void> {
  await changingActivity(ctx, tx, row.activityId, 'edit', async () => {
    // One of its runs has no money: the other one waits for it too.
    for (const runId of runsOf(row)) await pauseRun(ctx, tx, runId, 'NO_BALANCE');
    await updateActivity(tx, row, { isPauseTold: true }, { now: ctx.now() });
    await addEntry(ctx, tx, row.activityId, { kind: 'paused', values: { pauseReason: 'NO_BALANCE' } });
  });
  // Billing has paused it before this look.
  await tellStanding(ctx, tx, { before: { ...row, stateNow: activityStates.started }, after: row });
  await tellMakersAndChecker(ctx, tx, row, { kind: 'run_paused', code: 'activity.no_balance', values: wordsOf(row) });
}
