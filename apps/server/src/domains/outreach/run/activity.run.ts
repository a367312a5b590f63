import { type Activity, activityStates, fieldError } from '@parley/contract';
import type { Tx } from '#platform/db/database.ts';
import type { Actor, Ctx, EnterpriseContext } from '../../../context.ts';
import { cancelRuns, changeSpeed, findProgress, pauseRun, resumeRun } from '../../messaging/door.run.ts';
import { assertAllowed, assertMove, assertNamesPeople, changingActivity, stateInvalid } from '../activity/activity.moves.ts';
import { mayMove } from '../activity/activity.present.ts';
import { present } from '../activity/activity.query.ts';
import { pastFaults, readTimes } from '../plan/plan.decision.ts';
import { planInvalid } from '../plan/plan.ts';
import { type ActivityRow, accessActivity, activityNotFound, findActivity, runsOf, updateActivity } from '../row/activity.repository.ts';
import { addEntry } from '../row/entry.repository.ts';
import { askForChoice, chooseByRule, readOpenChoice } from './activity.choose.ts';

function moving(ctx: Ctx, activityId: string, work: (tx: Tx, row: ActivityRow) => Promise<void>): Promise<Activity> {
  return ctx.transaction(async (tx) => {
    await work(tx, await accessActivity(tx, ctx.actor, activityId, { lock: true }));
    return present(ctx, tx, await accessActivity(tx, ctx.actor, activityId));
  });
}

/** Waits for the time that was approved. @throws DomainError activity.invalid where none was planned, or it is over */
export const scheduleActivity = (ctx: Ctx, activityId: string): Promise<Activity> =>
  moving(ctx, activityId, async (tx, row) => {
    assertMove(ctx.actor, 'schedule', row);
    assertNamesPeople(row);
    if (!row.startsAt) throw planInvalid([fieldError('schedule.startsAt', 'schedule.none')]);
    const past = pastFaults({ ...readTimes(row.plan, 'UTC').times, startsAt: row.startsAt, endsAt: row.endsAt }, ctx.now());
    if (past.length > 0) throw planInvalid(past);
    await changingActivity(ctx, tx, activityId, 'move', async () => {
      await updateActivity(tx, row, { state: activityStates.scheduled }, { now: ctx.now() });
      await addEntry(ctx, tx, activityId, { kind: 'scheduled', values: { startsAt: row.startsAt?.toISOString() ?? '' } });
    });
  });

/** Does it to the runs of an iteration, one after the other. @returns whether it changed any */
async function anyOf(runIds: readonly string[], change: (runId: string) => Promise<boolean>): Promise<boolean> {
  let hasChanged = false;
  for (const runId of runIds) if (await change(runId)) hasChanged = true;
  return hasChanged;
}

/** Nothing leaves any more until it is resumed. */
export const pauseActivity = (ctx: Ctx, activityId: string, reason: string): Promise<Activity> =>
  moving(ctx, activityId, async (tx, row) => {
    assertMove(ctx.actor, 'pause', row);
    await changingActivity(
      ctx,
      tx,
      activityId,
      'move',
      async () => {
        if (!(await anyOf(runsOf(row), (runId) => pauseRun(ctx, tx, runId, 'ASKED')))) throw stateInvalid(row);
        await updateActivity(tx, row, {}, { now: ctx.now(), isPaused: true });
        await addEntry(ctx, tx, activityId, { kind: 'paused', text: reason.trim(), values: { pauseReason: 'ASKED' } });
      },
      reason,
    );
  });

/**
 * Goes on where it was; nobody who has a row of the ledger gets another. Behind a first part with several contents one of them is chosen first.
 * @throws DomainError activity.invalid: after a brake it needs a reason, and one that waits for a choice needs that
 */
export const resumeActivity = (ctx: Ctx, activityId: string, given: string): Promise<Activity> =>
  moving(ctx, activityId, async (tx, row) => {
    const reason = given.trim();
    if (row.pauseReason === 'CHOICE' && row.stateNow === activityStates.paused && mayMove(ctx.actor, 'resume'))
      throw planInvalid([fieldError('content', 'activity.choose_first')]);
    assertMove(ctx.actor, 'resume', row);
    const isBraked = row.pauseReason === 'LIMITS';
    if (isBraked && reason === '') throw planInvalid([fieldError('reason', 'activity.resume_reason')]);
    const choice = isBraked ? await readOpenChoice(tx, row) : undefined;
    const chosen = choice?.chosen;
    const isChoosing = choice !== undefined && chosen === undefined;
    await changingActivity(
      ctx,
      tx,
      activityId,
      'move',
      async () => {
        if (choice && chosen) await chooseByRule(ctx, tx, row, { ...choice, chosen });
        // Resuming after the brake releases everything; any other pause leaves the first part as it was.
        const releaseLeft = !isBraked ? row.releaseLeft : isChoosing ? 0 : null;
        const resume = (runId: string) => resumeRun(ctx, tx, runId, { releaseLeft: runId === activityId ? releaseLeft : null });
        if (!(await anyOf(runsOf(row), resume))) throw stateInvalid(row);
        const wave = row.wave && { ...row.wave, lookAt: ctx.now().toISOString() };
        await updateActivity(tx, row, { wave, isPauseTold: false }, { now: ctx.now(), isPaused: isChoosing });
        await addEntry(ctx, tx, activityId, { kind: 'resumed', text: reason, values: { pauseReason: row.pauseReason ?? '' } });
        if (choice && isChoosing) await askForChoice(ctx, tx, row, choice);
      },
      reason,
    );
  });

/** Limits the speed to so many a minute from now on. @throws DomainError activity.invalid for more than it may send now */
export const slowDown = (ctx: Ctx, activityId: string, perMinute: number): Promise<Activity> =>
  moving(ctx, activityId, async (tx, row) => {
    assertMove(ctx.actor, 'speed', row);
    const now = row.perMinute ?? row.plan.perMinute;
    if (now !== null && perMinute > now) throw planInvalid([fieldError('perMinute', 'activity.speed_up', { maximum: now })]);
    await changingActivity(ctx, tx, activityId, 'move', async () => {
      if (row.runId !== null) await anyOf(runsOf(row), (runId) => changeSpeed(ctx, tx, runId, perMinute));
      await updateActivity(tx, row, { perMinute }, { now: ctx.now() });
      await addEntry(ctx, tx, activityId, { kind: 'speed', values: { perMinute, ...(now === null ? {} : { before: now }) } });
    });
  });

/** Stops what has not left; what is on the wire ends by itself. @returns how many were left unsent */
export async function stopActivity(ctx: Ctx, activityId: string, reason: string): Promise<number> {
  const seen = await ctx.read((tx) => accessActivity(tx, ctx.actor, activityId));
  assertMove(ctx.actor, 'stop', seen);
  return stop(ctx, seen, { kind: 'stopped', move: 'stop', reason: reason.trim() });
}

/** Its end has come. */
export const endActivity = (ctx: EnterpriseContext, row: ActivityRow): Promise<number> =>
  stop(ctx, row, { kind: 'ended', move: 'end', reason: '' });

type Stopping = { kind: 'stopped' | 'ended'; move: 'stop' | 'end'; reason: string };

async function stop(ctx: EnterpriseContext & { actor?: Actor }, seen: ActivityRow, { kind, move, reason }: Stopping): Promise<number> {
  const { activityId, enterpriseId } = seen;
  const note = async (tx: Tx, halt: () => Promise<void>): Promise<number> => {
    const row = await findActivity(tx, enterpriseId, activityId, { lock: true });
    if (!row) throw activityNotFound();
    assertAllowed(move, row);
    // It may have started since somebody looked.
    if ((row.runId === null) !== (seen.runId === null)) throw stateInvalid(row);
    const waits = async (runId: string) => {
      const { waiting, held } = await findProgress(tx, enterpriseId, runId, ctx.now());
      return waiting + held;
    };
    let unsent = row.runId === null ? (row.breakdown?.reachable ?? 0) : 0;
    if (row.runId !== null) for (const runId of runsOf(row)) unsent += await waits(runId);
    const work = async () => {
      await halt();
      await updateActivity(tx, row, { state: activityStates.stopped }, { now: ctx.now(), isPaused: false });
      await addEntry(ctx, tx, activityId, { kind, text: reason, values: { unsent } });
    };
    await changingActivity(ctx, tx, activityId, 'move', work, reason);
    return unsent;
  };
  if (seen.runId === null) return ctx.transaction((tx) => note(tx, () => Promise.resolve()));
  let unsent: number | undefined;
  await cancelRuns(ctx, runsOf(seen), async (tx, halt) => {
    unsent = await note(tx, halt);
  });
  // The last of it had left before.
  if (unsent === undefined) throw stateInvalid(seen);
  return unsent;
}
