import { randomUUID } from 'node:crypto';
import { changing } from '#platform/audit/trail.ts';
import { isDatabaseDown } from '#platform/db/database.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { holdLease, takeLease } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { workMoves } from '../move/move.jobs.ts';
import { moveRecord } from '../move/move.record.repository.ts';
import { findNextMove, listStalled, type MoveRow, updateMove } from '../move/move.repository.ts';
import { readAddress } from './moving.address.ts';
import { makePlan } from './moving.plan.ts';
import { readFiles } from './moving.read.ts';
import { runMove } from './moving.run.ts';
import { MoveFailed, NotMine, step, type Turn } from './moving.turn.ts';
import { discardMove, undoMove } from './moving.undo.ts';

/** Then the next turn is a job of its own: a worker can be stopped, and files of others get their turn. */
const turnMs = 60_000;
const holdMs = 8000;
const sweepMs = 5000;

type Options = { allowedHosts: readonly string[]; turnMs?: number };

/**
 * Works on the enterprise's moves for a turn, the oldest first and one at a time. A worker that is killed at any moment loses nothing: what a
 * step writes and the place behind it are one transaction.
 */
export async function workOnMoves(ctx: EnterpriseContext, options: Options): Promise<void> {
  const holderId = randomUUID();
  const until = performance.now() + (options.turnMs ?? turnMs);
  for (;;) {
    const leased = await ctx.transaction(async (tx) => {
      const row = await findNextMove(tx, ctx.enterpriseId, ctx.now());
      const lease = row && (await takeLease(tx, { enterpriseId: ctx.enterpriseId, work: 'move', workId: row.moveId }, holdMs, holderId));
      return lease && row ? { row, lease } : undefined;
    });
    if (!leased) return;
    const turn: Turn = { ctx, until, allowedHosts: options.allowedHosts, ...leased };
    if (await holdLease(ctx, leased.lease, () => workOn(turn))) continue;
    await ctx.transaction((tx) => ctx.jobs.enqueue(tx, workMoves, { enterpriseId: ctx.enterpriseId }));
    return;
  }
}

const workers: Partial<Record<MoveRow['phase'], (turn: Turn) => Promise<boolean>>> = {
  reading: (turn) => (turn.row.apiUrl === '' ? readFiles(turn) : readAddress(turn)),
  planning: makePlan,
  running: runMove,
  undoing: undoMove,
  discarding: discardMove,
};

/** @returns false when the turn is over and the move is not */
async function workOn(turn: Turn): Promise<boolean> {
  try {
    return (await workers[turn.row.phase]?.(turn)) ?? true;
  } catch (error) {
    if (error instanceof NotMine) return true;
    const reason = reasonOf(error);
    if (reason === undefined) throw error;
    await fail(turn, reason);
    return true;
  }
}

/** Words for an error that another try would meet again; undefined: another try may help. */
function reasonOf(error: unknown): string | undefined {
  if (error instanceof MoveFailed) return error.message;
  if (error instanceof DomainError) return error.httpStatus >= 500 || error.code === 'request.rate_limited' ? undefined : error.message;
  const { code = '' } = error as { code?: unknown };
  if (code === 'ENOENT') return 'A file of it is gone.';
  if (isDatabaseDown(error) || (typeof code === 'string' && /^(?:40|53|55|57|58)[0-9A-Z]{3}$/.test(code))) return undefined;
  return undefined;
}

const fail = (turn: Turn, reason: string): Promise<void> =>
  step(turn, async (tx, move) => {
    const change = {
      phase: 'failed' as const,
      failedIn: move.phase,
      reason: reason.slice(0, 500),
      nextAt: null,
      version: move.version + 1,
    };
    await changing(turn.ctx, tx, moveRecord, move.moveId, 'edit', () => updateMove(tx, move, change));
  }).catch((error: unknown) => {
    if (!(error instanceof NotMine)) throw error;
  });

/** Handles jobs, and finds moves that wait without a lease: their worker was killed, or the address asked to wait. */
export async function workMovingIn(deps: Deps): Promise<() => Promise<void>> {
  const options = { allowedHosts: deps.config.privateHosts };
  await deps.jobs.handle(workMoves, ({ enterpriseId }) => workOnMoves(enterpriseContext(deps, enterpriseId), options));
  const sweep = async () => {
    const rows = await listStalled(deps.db);
    for (const { enterpriseId } of rows)
      await enterpriseContext(deps, enterpriseId).transaction((tx) => deps.jobs.enqueue(tx, workMoves, { enterpriseId }));
  };
  return scheduleTask(sweepMs, sweep, (error) => deps.log.warn({ err: error }, 'a sweep of moves failed'), { atStart: true });
}
