import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { afterCommit } from '#platform/db/transaction.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { closedUntil, readOwnHours } from '../gate/quiet-hours.ts';
import { resumePaid } from '../queue/sending.jobs.ts';
import { holdQuiet, waitHeld } from '../queue/waiting.repository.ts';
import { wakeSending } from '../queue/wake.ts';
import { changeRun, lockRun, type Recorded, type SendRun } from '../run/run.repository.ts';
import { note } from './hold.port.ts';

/** Tells whether what a run queues now waits until the run lets it leave. */
export const isHeldBack = ({ isPaused, perMinute, releaseLeft }: Pick<SendRun, 'isPaused' | 'perMinute' | 'releaseLeft'>): boolean =>
  isPaused || perMinute !== null || releaseLeft !== null;

const isUnderWay = ({ state }: SendRun): boolean => state === 'freezing' || state === 'sending';

/** A run without money makes no further rows; those that it has are paid, and leave. */
const isHolding = ({ isPaused, pauseReason }: Pick<SendRun, 'isPaused' | 'pauseReason'>): boolean =>
  isPaused && pauseReason !== 'NO_BALANCE';

/**
 * Nothing of the run leaves any more, and no further rows are made, until it is resumed; what is on the wire ends by itself. Paid messages
 * of a run without money leave.
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
  await recorded(tx, () => changeRun(tx, ctx.enterpriseId, runId, { isPaused: true, pauseReason: reason, heldAt: ctx.now() }));
  const taken = reason === 'NO_BALANCE' ? 0 : await holdAll(tx, ctx.enterpriseId, runId);
  // Counts released but unsent rows again, so that the first part keeps its size.
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
  await goOn(ctx, tx, run, { releaseLeft, recorded });
  return true;
}

async function goOn(
  ctx: EnterpriseContext,
  tx: Tx,
  run: SendRun,
  { releaseLeft, recorded }: { releaseLeft: number | null; recorded: Recorded },
): Promise<void> {
  const change = { isPaused: false, pauseReason: '' as const, heldAt: null, releaseLeft, releasedAt: ctx.now() };
  await recorded(tx, () => changeRun(tx, ctx.enterpriseId, run.runId, change));
  await letLeave(ctx, tx, { ...run, ...change });
}

/**
 * There may be money again. A transaction that moves money holds the wallet, which is locked behind runs, so the runs go on in transactions
 * of their own.
 */
export const moneyCame = (ctx: EnterpriseContext, tx: Tx): Promise<void> =>
  ctx.jobs.enqueue(tx, resumePaid, { enterpriseId: ctx.enterpriseId });

/** Runs that waited for money go on where they stopped. */
export async function resumeUnpaid(ctx: EnterpriseContext): Promise<void> {
  const { enterpriseId } = ctx;
  const waiting = await ctx.read((tx) =>
    tx
      .selectFrom('sendRuns')
      .select('runId')
      .where('enterpriseId', '=', enterpriseId)
      .where('pauseReason', '=', 'NO_BALANCE')
      .where('state', 'in', ['freezing', 'sending'])
      .orderBy('runId')
      .execute(),
  );
  for (const { runId } of waiting) await ctx.transaction((tx) => resumeWaiting(ctx, tx, runId));
}

/** Somebody may have paused it meanwhile: then it stands still until they say so. */
export async function resumeWaiting(ctx: EnterpriseContext, tx: Tx, runId: string): Promise<void> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || !isUnderWay(run) || !run.isPaused || run.pauseReason !== 'NO_BALANCE') return;
  await goOn(ctx, tx, run, { releaseLeft: run.releaseLeft, recorded: note(ctx, run, { reason: 'NO_BALANCE', isHeld: false }) });
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

/** Changes the speed to at most so many a minute; rows that the former speed had released are taken back as far as they still wait. */
export async function changeSpeed(ctx: EnterpriseContext, tx: Tx, runId: string, perMinute: number | null): Promise<boolean> {
  const run = await lockRun(tx, ctx.enterpriseId, runId);
  if (!run || (!isUnderWay(run) && run.state !== 'scheduled')) return false;
  const change = { perMinute, releasedAt: ctx.now() };
  await changeRun(tx, ctx.enterpriseId, runId, change);
  if (run.isPaused || run.state === 'scheduled') return true;
  if (run.releaseLeft !== null && perMinute === null) return true;
  const taken = await holdAll(tx, ctx.enterpriseId, runId);
  // Counts released rows again when they leave.
  const releaseLeft = run.releaseLeft === null ? null : run.releaseLeft + taken;
  if (releaseLeft !== run.releaseLeft) await changeRun(tx, ctx.enterpriseId, runId, { releaseLeft });
  await letLeave(ctx, tx, { ...run, ...change, releaseLeft });
  return true;
}

/** Lets the messages of held runs leave as far as their speed and their first part allow; what a pause did not catch is held. @param letGoOn looks whether what holds a run is over */
export async function tendHeldRuns(deps: Deps, letGoOn: (ctx: EnterpriseContext, tx: Tx, run: SendRun) => Promise<void>): Promise<void> {
  const { rows } = await sql<{ enterpriseId: string; runId: string }>`select * from held_runs()`.execute(deps.db);
  for (const { enterpriseId, runId } of rows) {
    const ctx = enterpriseContext(deps, enterpriseId);
    await ctx.transaction(async (tx) => {
      const run = await lockRun(tx, enterpriseId, runId);
      if (!run || !isUnderWay(run)) return;
      if (isHolding(run)) {
        await holdAll(tx, enterpriseId, runId);
        await letGoOn(ctx, tx, run);
      } else await letLeave(ctx, tx, await takeBackQuiet(ctx, tx, run));
    });
  }
}

/** Holds released rows again if they have met quiet hours: the first part keeps its size, and the speed loses nothing. */
async function takeBackQuiet(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<SendRun> {
  const { enterpriseId, runId, perMinute, releaseLeft } = run;
  const taken = run.isMarketing || run.calendarId !== null ? await holdQuiet(tx, enterpriseId, runId, ctx.now()) : 0;
  if (taken === 0) return run;
  const change = {
    ...(perMinute === null ? {} : { releasedAt: new Date(startOf(run).getTime() - (taken * 60_000) / perMinute) }),
    ...(releaseLeft === null ? {} : { releaseLeft: releaseLeft + taken }),
  };
  await changeRun(tx, enterpriseId, runId, change);
  return { ...run, ...change };
}

async function letLeave(ctx: EnterpriseContext, tx: Tx, run: SendRun): Promise<void> {
  const { enterpriseId } = ctx;
  const { runId, perMinute, releaseLeft } = run;
  const now = ctx.now();
  // Hours of a calendar, and quiet ones by the enterprise's clock, apply to all of the run; in a recipient's zone the claim finds out.
  if (run.isMarketing || run.calendarId !== null) {
    const own = await readOwnHours(tx, enterpriseId, run.calendarId === null ? [] : [run.calendarId]);
    const until = closedUntil(own, run, now);
    if (until) await waitHeld(tx, enterpriseId, runId, until);
  }
  const allowed = allowedBySpeed(run, now);
  const budget = Math.min(allowed, releaseLeft ?? Number.POSITIVE_INFINITY);
  const released =
    budget === Number.POSITIVE_INFINITY ? await releaseAll(tx, enterpriseId, runId) : await release(tx, enterpriseId, runId, budget, now);
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

/** The first held rows that may leave now: whole places, and the front of the range in which the budget ends. @returns how many */
async function release(tx: Tx, enterpriseId: string, runId: string, budget: number, now: Date): Promise<number> {
  if (budget <= 0) return 0;
  const { rows } = await sql<HeldSeat & { before: number }>`
    select * from (
      select place, message_id, first_number, last_number, size, (sum(size) over (order by first_number nulls first, place) - size)::integer as before from (
        select place, message_id, first_number, last_number, size from send_queue
        where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_held and (not is_quiet or due_at <= ${now})
        order by first_number nulls first, place limit ${budget}) as waiting
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
