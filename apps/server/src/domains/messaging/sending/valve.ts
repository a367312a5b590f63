import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { changeRun, lockRun, type SendRun } from './run.repository.ts';
import type { Recorded } from './runs.ts';
import { wakeSending } from './wake.ts';

/** Whether what a run queues now waits until the run lets it leave. */
export const isHeldBack = ({ isPaused, perMinute, releaseLeft }: Pick<SendRun, 'isPaused' | 'perMinute' | 'releaseLeft'>): boolean =>
  isPaused || perMinute !== null || releaseLeft !== null;

const isUnderWay = ({ state }: SendRun): boolean => state === 'freezing' || state === 'sending';

/** A run without money makes no further rows; those that it has are paid, and leave. */
const isHolding = ({ isPaused, pauseReason }: Pick<SendRun, 'isPaused' | 'pauseReason'>): boolean =>
  isPaused && pauseReason !== 'NO_BALANCE';

/**
 * Nothing of the run leaves any more, and no further rows are made, until it is resumed; what is on the wire ends by itself. What a run
 * without money has paid leaves.
 * @param recorded does the change, and records it where people see it
 * @returns whether it was under way and not paused before
 */
export async function pauseRun(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  reason: Exclude<SendRun['pauseReason'], ''>,
  recorded: Recorded = (_tx, change) => change(),
): Promise<boolean> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || !isUnderWay(run) || run.isPaused) return false;
  await recorded(tx, () => changeRun(tx, ctx.enterpriseId, runId, { isPaused: true, pauseReason: reason }));
  const taken = reason === 'NO_BALANCE' ? 0 : await holdAll(tx, ctx.enterpriseId, runId);
  // What was let go and has not left counts anew: the first part is as large as it was meant to be.
  if (run.releaseLeft !== null && taken > 0) await changeRun(tx, ctx.enterpriseId, runId, { releaseLeft: run.releaseLeft + taken });
  return true;
}

/**
 * A paused run goes on, at its speed; nobody who has a row of the ledger gets another.
 * @param releaseLeft so many may leave before somebody decides again; null: all
 * @returns whether it was paused
 */
export async function resumeRun(
  ctx: EnterpriseContext,
  tx: Tx,
  runId: string,
  { releaseLeft, recorded = (_tx, change) => change() }: { releaseLeft: number | null; recorded?: Recorded },
): Promise<boolean> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || !isUnderWay(run) || !run.isPaused) return false;
  const change = { isPaused: false, pauseReason: '' as const, releaseLeft, releasedAt: ctx.now() };
  await recorded(tx, () => changeRun(tx, ctx.enterpriseId, runId, change));
  await letLeave(ctx, tx, { ...run, ...change });
  return true;
}

/** There is money again: runs that waited for it go on where they stopped. @returns how many */
export async function resumeUnpaid(ctx: EnterpriseContext, tx: Tx): Promise<number> {
  const waiting = await tx
    .selectFrom('sendRuns')
    .select(['runId', 'releaseLeft'])
    .where('enterpriseId', '=', ctx.enterpriseId)
    .where('pauseReason', '=', 'NO_BALANCE')
    .where('state', 'in', ['freezing', 'sending'])
    .orderBy('runId')
    .execute();
  for (const { runId, releaseLeft } of waiting) await resumeRun(ctx, tx, runId, { releaseLeft });
  return waiting.length;
}

/** The decision behind a first part: so many more may leave; null: all. @returns whether the run is under way and not paused */
export async function releaseMore(ctx: EnterpriseContext, tx: Tx, runId: string, releaseLeft: number | null): Promise<boolean> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || !isUnderWay(run) || run.isPaused) return false;
  const change = { releaseLeft, releasedAt: ctx.now() };
  await changeRun(tx, ctx.enterpriseId, runId, change);
  await letLeave(ctx, tx, { ...run, ...change });
  return true;
}

/** From now on at most so many leave in a minute; what the former speed had let go is taken back as far as it still waits. */
export async function changeSpeed(ctx: EnterpriseContext, tx: Tx, runId: string, perMinute: number | null): Promise<boolean> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || (!isUnderWay(run) && run.state !== 'scheduled')) return false;
  const change = { perMinute, releasedAt: ctx.now() };
  await changeRun(tx, ctx.enterpriseId, runId, change);
  if (run.isPaused || run.state === 'scheduled') return true;
  if (run.releaseLeft !== null && perMinute === null) return true;
  const taken = await holdAll(tx, ctx.enterpriseId, runId);
  // What was let go counts anew when it leaves.
  const releaseLeft = run.releaseLeft === null ? null : run.releaseLeft + taken;
  if (releaseLeft !== run.releaseLeft) await changeRun(tx, ctx.enterpriseId, runId, { releaseLeft });
  await letLeave(ctx, tx, { ...run, ...change, releaseLeft });
  return true;
}

/** Lets the messages of held runs leave as far as their speed and their first part allow; what a pause did not catch is held. */
export async function tendHeldRuns(deps: Deps): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string; runId: string }>`select * from held_runs()`.execute(deps.db);
  for (const { enterpriseId, runId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await ctx.transaction(async (tx) => {
      const run = await lockRun(tx, enterpriseId, runId);
      if (!run || !isUnderWay(run)) return;
      if (isHolding(run)) await holdAll(tx, enterpriseId, runId);
      else await letLeave(ctx, tx, run);
    });
  }
}

async function letLeave(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  const { enterpriseId } = ctx;
  const { runId, perMinute, releaseLeft } = run;
  const now = ctx.now();
  const allowed = allowedBySpeed(run, now);
  const budget = Math.min(allowed, releaseLeft ?? Number.POSITIVE_INFINITY);
  const released =
    budget === Number.POSITIVE_INFINITY ? await releaseAll(tx, enterpriseId, runId) : await release(tx, enterpriseId, runId, budget);
  if (perMinute !== null || releaseLeft !== null) {
    // A speed that finds nothing to let go saves nothing up.
    const releasedAt = perMinute === null || released < allowed ? now : new Date(startOf(run).getTime() + (allowed * 60_000) / perMinute);
    await changeRun(tx, enterpriseId, runId, { releasedAt, ...(releaseLeft === null ? {} : { releaseLeft: releaseLeft - released }) });
  }
  if (released > 0) afterCommit(tx, () => wakeSending(ctx, enterpriseId, run.channelId));
}

const startOf = (run: SendRun): Date => run.releasedAt ?? run.startsAt ?? run.createdAt;

function allowedBySpeed(run: SendRun, now: Date): number {
  if (run.perMinute === null) return Number.POSITIVE_INFINITY;
  const elapsedMs = Math.min(60_000, Math.max(0, now.getTime() - startOf(run).getTime()));
  return Math.floor((run.perMinute * elapsedMs) / 60_000);
}

/** @returns how many messages were waiting and are held now */
async function holdAll(tx: Tx, enterpriseId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with held as (
      update send_queue set is_held = true where enterprise_id = ${enterpriseId} and run_id = ${runId} and not is_held returning size)
    select coalesce(sum(size), 0)::integer as count from held`.execute(tx);
  return rows[0]?.count ?? 0;
}

async function releaseAll(tx: Tx, enterpriseId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with free as (
      update send_queue set is_held = false where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_held returning size)
    select coalesce(sum(size), 0)::integer as count from free`.execute(tx);
  return rows[0]?.count ?? 0;
}

type HeldSeat = { place: number; messageId: string | null; firstNumber: number | null; lastNumber: number | null; size: number };

/** The first of what is held may leave: whole places, and the front of the range in which the budget ends. @returns how many */
async function release(tx: Tx, enterpriseId: string, runId: string, budget: number): Promise<number> {
  if (budget <= 0) return 0;
  const { rows } = await sql<HeldSeat & { before: number }>`
    select * from (
      select place, message_id, first_number, last_number, size, (sum(size) over (order by first_number nulls first, place) - size)::integer as before from (
        select place, message_id, first_number, last_number, size from send_queue
        where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_held order by first_number nulls first, place limit ${budget}) as waiting
    ) as summed where before < ${budget}`.execute(tx);
  const whole = rows.filter(({ before, size }) => before + size <= budget);
  const cut = rows.find(({ before, size }) => before + size > budget);
  if (whole.length > 0)
    await sql`update send_queue set is_held = false where enterprise_id = ${enterpriseId} and place = any(${whole.map(({ place }) => place)}::bigint[])`.execute(
      tx,
    );
  const sum = whole.reduce((total, { size }) => total + size, 0);
  return sum + (cut ? await cutRange(tx, enterpriseId, runId, cut, budget - sum) : 0);
}

/** The first `wanted` of a range leave, the others stay held: a range counts at most what it holds. @returns how many leave */
async function cutRange(tx: Tx, enterpriseId: string, runId: string, range: HeldSeat, wanted: number): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select m.number from messages m join send_queue q
      on q.enterprise_id = m.enterprise_id and q.place = ${range.place} and m.created_at = q.created_at
    where m.enterprise_id = ${enterpriseId} and m.resource_id = ${runId} and m.number between ${range.firstNumber} and ${range.lastNumber} and m.status = 'QUEUED'
    order by m.number limit ${wanted}`.execute(tx);
  const last = rows.at(-1)?.number ?? (range.lastNumber as number);
  if (rows.length < wanted || last === range.lastNumber) {
    await sql`update send_queue set is_held = false where enterprise_id = ${enterpriseId} and place = ${range.place}`.execute(tx);
    return rows.length;
  }
  await sql`
    with front as (
      insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, run_id, first_number, last_number, size)
      select enterprise_id, channel_id, priority, due_at, created_at, run_id, first_number, ${last}, ${rows.length} from send_queue
      where enterprise_id = ${enterpriseId} and place = ${range.place})
    update send_queue set first_number = ${last + 1}, size = size - ${rows.length}
    where enterprise_id = ${enterpriseId} and place = ${range.place}`.execute(tx);
  return rows.length;
}
