import type { RunCounts } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { defineExtensionPoint } from '../../../extensions.ts';
import { countRuns } from './ledger.counts.ts';
import { hasQueued, skipRun } from './queue.repository.ts';
import { changeRun, insertRun, lockRun, type RunPace, type SendRun } from './run.repository.ts';
import { freezeAudience } from './sending.jobs.ts';

type RunEnd = { source: SendRun['source']; ended: (ctx: EnterpriseContext, tx: Tx, runId: string, counts: RunCounts) => Promise<void> };
/** For modules that send to many: called in the transaction in which the last row of a run has left the queue. */
export type Recorded = (tx: Tx, change: () => Promise<void>) => Promise<void>;
export const runEnds = defineExtensionPoint<RunEnd>('sending.ended');

type StartedRun = Pick<SendRun, 'runId' | 'source' | 'channelId' | 'templateId' | 'message' | 'isMarketing' | 'startsAt'> &
  Partial<RunPace>;

/** Records a run and the job that makes its rows; one that starts later waits for its time. */
export async function startRun(
  ctx: EnterpriseContext,
  tx: Tx,
  { perMinute = null, releaseLeft = null, quietHours = null, ...run }: StartedRun,
): Promise<void> {
  const state = run.startsAt === null ? 'freezing' : 'scheduled';
  await insertRun(tx, { enterpriseId: ctx.enterpriseId, ...run, perMinute, releaseLeft, quietHours, state, createdAt: ctx.now() });
  if (state === 'scheduled') return;
  await ctx.jobs.enqueue(tx, freezeAudience, { enterpriseId: ctx.enterpriseId, runId: run.runId });
}

/**
 * No further rows are made, and those that wait are skipped; what is on the wire ends by itself.
 * @param recorded does the change of the run's state, and records it for the audit trail
 * @returns how many were skipped
 */
export async function cancelRun(ctx: EnterpriseContext, runId: string, recorded: Recorded): Promise<number> {
  const isCancelled = await ctx.transaction(async (tx) => {
    const run = await lockRun(tx, ctx.enterpriseId, runId);
    if (run?.state !== 'scheduled' && run?.state !== 'freezing' && run?.state !== 'sending') return false;
    await recorded(tx, () => changeRun(tx, ctx.enterpriseId, runId, { state: 'cancelling' }));
    return true;
  });
  return isCancelled ? skipWaiting(ctx, runId) : 0;
}

/** In steps, which another worker continues when this one is killed: until the last the run is 'cancelling'. */
async function skipWaiting(ctx: EnterpriseContext, runId: string): Promise<number> {
  for (let total = 0; ; ) {
    const skipped = await ctx.transaction(async (tx) => {
      const count = await skipRun(tx, ctx.enterpriseId, runId, 'CANCELLED', ctx.now());
      if (count === undefined) {
        await changeRun(tx, ctx.enterpriseId, runId, { state: 'cancelled' });
        await ctx.bill.release(ctx, tx, runId);
      }
      return count;
    });
    if (skipped === undefined) return total;
    total += skipped;
  }
}

/** Runs whose time has come start, and those whose rows have all left the queue are done; what a killed worker left of a freeze or a cancellation goes on. */
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
        if ((await lockRun(tx, enterpriseId, runId))?.state !== 'scheduled') return;
        await changeRun(tx, enterpriseId, runId, { state: 'freezing' });
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
  await ctx.bill.release(ctx, tx, runId);
  const listeners = ctx.extensions.of(runEnds).filter((listener) => listener.source === run.source);
  if (listeners.length === 0) return;
  const counts = (await countRuns(tx, enterpriseId, [runId])).get(runId);
  if (counts) for (const { ended } of listeners) await ended(ctx, tx, runId, counts);
}
