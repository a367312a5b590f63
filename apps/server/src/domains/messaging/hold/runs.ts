import type { RunCounts } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { countRuns } from '../ledger/ledger.counts.ts';
import { countQueued, hasQueued, skipRun } from '../queue/queue.repository.ts';
import { freezeAudience } from '../queue/sending.jobs.ts';
import { changeRun, insertRun, lockRun, type Recorded, type RunPace, type SendRun } from '../run/run.repository.ts';
import { holdRun, isTooLate } from './holds.ts';

type RunEnd = { source: SendRun['source']; ended: (ctx: EnterpriseContext, tx: Tx, runId: string, counts: RunCounts) => Promise<void> };
/** Extension point for modules that send to many: called in the transaction in which the last row of a run has left the queue. */
export const runEnds = defineExtensionPoint<RunEnd>('sending.ended');

/** @property contents where it tries out several, its own message first */
type StartedRun = Pick<SendRun, 'runId' | 'source' | 'channelId' | 'templateId' | 'message' | 'isMarketing' | 'startsAt'> &
  Partial<RunPace & Pick<SendRun, 'contents'>> & {
    /** Its people come while it runs: it has none yet, and is over once it was closed */
    isOpen?: boolean;
  };

/** Records a run and the job that makes its rows; one that starts later waits for its time, and an open one for its people. */
export async function startRun(
  ctx: EnterpriseContext,
  tx: Tx,
  { perMinute = null, releaseLeft = null, quietHours = null, calendarId = null, contents = null, isOpen = false, ...run }: StartedRun,
): Promise<void> {
  const state = isOpen ? 'sending' : run.startsAt === null ? 'freezing' : 'scheduled';
  const pace = { perMinute, releaseLeft, quietHours, calendarId };
  await insertRun(tx, { enterpriseId: ctx.enterpriseId, ...run, ...pace, contents, isOpen, state, createdAt: ctx.now() });
  if (state !== 'freezing') return;
  await ctx.jobs.enqueue(tx, freezeAudience, { enterpriseId: ctx.enterpriseId, runId: run.runId });
}

/**
 * The run that counts what one version of a stream says, made when it is not there yet: its messages go one by one, in their conversations, and
 * name it as their resource. It has no audience and is never done by itself.
 */
export async function ensureStreamRun(
  ctx: EnterpriseContext,
  tx: Tx,
  { runId, channelId, isMarketing }: Pick<SendRun, 'runId' | 'channelId' | 'isMarketing'>,
): Promise<void> {
  await tx
    .insertInto('sendRuns')
    .values({
      enterpriseId: ctx.enterpriseId,
      runId,
      source: 'JOURNEY',
      channelId,
      templateId: null,
      message: '{}',
      isMarketing,
      state: 'sending',
      isOpen: true,
      createdAt: ctx.now(),
    })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'runId']).doNothing())
    .execute();
}

/** People have come to an open run: their rows are made. */
export async function growRun(ctx: EnterpriseContext, tx: Tx, runId: string): Promise<void> {
  const { enterpriseId } = ctx;
  const run = await lockRun(tx, enterpriseId, runId);
  if (run?.state !== 'sending' || !run.isOpen) return;
  await changeRun(tx, enterpriseId, runId, { state: 'freezing' });
  await ctx.jobs.enqueue(tx, freezeAudience, { enterpriseId, runId });
}

/** Nobody comes to an open run any more: it is done when its last row has left the queue. */
export const closeRun = (tx: Tx, enterpriseId: string, runId: string): Promise<void> =>
  changeRun(tx, enterpriseId, runId, { isOpen: false });

/**
 * No further rows are made, and those that wait are skipped; what is on the wire ends by itself.
 * @param recorded does the change of the run's state, and records it for the audit trail
 * @returns how many waited at that moment. Another worker may be the one that skips them.
 */
export const cancelRun = (ctx: EnterpriseContext, runId: string, recorded: Recorded): Promise<number> => cancelRuns(ctx, [runId], recorded);

const stoppable: readonly SendRun['state'][] = ['scheduled', 'freezing', 'sending'];

/** The same for runs that belong together, at one moment; they are locked in the order in which they are given. */
export async function cancelRuns(ctx: EnterpriseContext, runIds: readonly string[], recorded: Recorded): Promise<number> {
  const { found: cancelled, unsent } = await ctx.transaction(async (tx) => {
    const found: string[] = [];
    let unsent = 0;
    for (const runId of runIds) {
      const run = await lockRun(tx, ctx.enterpriseId, runId);
      if (!run || !stoppable.includes(run.state)) continue;
      found.push(runId);
      unsent += await countQueued(tx, ctx.enterpriseId, runId);
    }
    if (found.length > 0)
      await recorded(tx, async () => {
        for (const runId of found) await changeRun(tx, ctx.enterpriseId, runId, { state: 'cancelling' });
      });
    return { found, unsent };
  });
  for (const runId of cancelled) await skipWaiting(ctx, runId);
  return unsent;
}

/** Skips waiting messages in steps, which another worker continues if this one is killed: until the last step the run is 'cancelling'. */
async function skipWaiting(ctx: EnterpriseContext, runId: string): Promise<void> {
  for (;;) {
    const isMore = await ctx.transaction(async (tx) => {
      if (await skipRun(tx, ctx.enterpriseId, runId, 'CANCELLED', ctx.now())) return true;
      await changeRun(tx, ctx.enterpriseId, runId, { state: 'cancelled' });
      await ctx.bill.release(ctx, tx, runId);
      return false;
    });
    if (!isMore) return;
  }
}

/**
 * Runs whose time has come start, and runs whose rows have all left the queue are done; a freeze or a cancellation that a killed worker
 * left goes on.
 */
export async function tendRuns(deps: Deps): Promise<void> {
  const { rows } = await sql<{
    enterpriseId: string;
    runId: string;
    state: string;
  }>`select * from unfinished_runs()`.execute(deps.db);
  for (const { enterpriseId, runId, state } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    if (state === 'cancelling') {
      await skipWaiting(ctx, runId);
      continue;
    }
    await ctx.transaction(async (tx) => {
      if (state === 'scheduled') {
        const run = await lockRun(tx, enterpriseId, runId);
        if (run?.state !== 'scheduled') return;
        await changeRun(tx, enterpriseId, runId, { state: 'freezing' });
        // A run that should have left long ago is not sent at an arbitrary hour.
        if (run.startsAt && (await isTooLate(ctx, tx, run.startsAt, run.calendarId))) return void (await holdRun(ctx, tx, run, 'LATE'));
      }
      if (state === 'scheduled' || state === 'freezing') return deps.jobs.enqueue(tx, freezeAudience, { enterpriseId, runId });
      await endRun(ctx, tx, runId);
    });
  }
}

/** A run is done when none of its rows waits or is on the wire. */
export async function endRun(ctx: EnterpriseContext, tx: Tx, runId: string): Promise<void> {
  const { enterpriseId } = ctx;
  if (await hasQueued(tx, enterpriseId, runId)) return;
  const run = await lockRun(tx, enterpriseId, runId);
  if (run?.state !== 'sending') return;
  await changeRun(tx, enterpriseId, runId, { state: 'done' });
  const listeners = ctx.extensions.of(runEnds).filter((listener) => listener.source === run.source);
  const counts = listeners.length === 0 ? undefined : (await countRuns(tx, enterpriseId, [runId])).get(runId);
  if (counts) for (const { ended } of listeners) await ended(ctx, tx, runId, counts);
  // The wallet is the last to be locked: listeners lock records of their own.
  await ctx.bill.release(ctx, tx, runId);
}
