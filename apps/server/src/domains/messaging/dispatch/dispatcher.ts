import { setTimeout as sleep } from 'node:timers/promises';
import type { VendorError } from '@parley/contract';
import { adapterFor } from '@parley/vendors';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { giveBackLease, installationId, renewalMs, takeLease, type Work } from '#platform/jobs/lease.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { tellOutcomes } from '../ledger/outcome.ts';
import { ChannelPump, makeWorkerId } from '../pump/pump.ts';
import { recordAttempts } from '../queue/attempts.repository.ts';
import { lockLost } from '../queue/queue.repository.ts';
import { onWakeSending } from '../queue/wake.ts';
import { settleWaiting } from '../receipt/receipts.ts';

const sweepMs = 500;
const renewMs = 2000;
const foldMs = 2000;
const settleMs = 5000;
const drainMs = 6000;

/**
 * Starts the sending of this process: one pump for each channel with due messages, and the settling of messages that dead workers left
 * behind.
 */
export async function startDispatcher(deps: Deps): Promise<() => Promise<void>> {
  const workerId = makeWorkerId();
  const pumps = new Map<string, { pump: ChannelPump; done: Promise<void> }>();
  let isStopping = false;
  const tell = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);

  // One lease for all that this worker has on the wire: thousands of rows a minute cannot be renewed one by one.
  const ctx = enterpriseContext(deps, installationId);
  const holdMs = deps.config.workerSilenceSeconds * 1000;
  const work: Work = { enterpriseId: installationId, work: 'sending', workId: workerId };
  const renew = () => ctx.transaction((tx) => takeLease(tx, work, holdMs, workerId));
  await renew();

  function start(enterpriseId: string, channelId: string): void {
    const running = pumps.get(channelId);
    if (running) {
      running.pump.wake();
      return;
    }
    if (isStopping) return;
    const pump = new ChannelPump(deps, enterpriseId, channelId, workerId);
    const done = pump
      .run()
      .catch(tell('a channel stopped sending'))
      .finally(() => pumps.delete(channelId));
    pumps.set(channelId, { pump, done });
  }

  onWakeSending(deps.bus, start);

  const sweep = async () => {
    const { rows } = await sql<{ enterpriseId: string; channelId: string }>`select * from channels_to_send(${deps.now()})`.execute(deps.db);
    for (const row of rows) start(row.enterpriseId, row.channelId);
  };
  const settle = async () => {
    await settleLost(deps);
    const { rows } = await sql<{ enterpriseId: string }>`select * from enterprises_with_waiting_receipts()`.execute(deps.db);
    for (const { enterpriseId } of rows) await settleWaiting(enterpriseContext(deps, enterpriseId));
  };
  const fold = async () => {
    await sql`select fold_message_counts()`.execute(deps.db);
    await sql`select fold_run_tallies()`.execute(deps.db);
  };
  const stops = [
    scheduleTask(sweepMs, sweep, tell('a sweep of the send queue failed')),
    scheduleTask(Math.min(renewMs, renewalMs(holdMs)), renew, tell('the lease of the sending was not renewed')),
    scheduleTask(Math.min(settleMs, holdMs / 2), settle, tell('lost messages were not settled')),
    scheduleTask(foldMs, fold, tell('counts were not folded')),
  ];
  return async () => {
    isStopping = true;
    for (const { pump } of pumps.values()) pump.stop();
    // Another worker settles the rows that have no outcome in time, as after a crash.
    await Promise.race([Promise.all([...pumps.values()].map(({ done }) => done)), sleep(drainMs, undefined, { ref: false })]);
    await Promise.all(stops.map((stop) => stop()));
    await ctx.transaction((tx) => giveBackLease(tx, { ...work, holderId: workerId, holdMs }));
  };
}

type Lost = { enterpriseId: string; channelId: string; wireId: string };

/**
 * Settles the messages that a worker had on the wire when its lease ended. A vendor that refuses a repeated id gets the message again. For
 * any other vendor the outcome is unknown until a receipt comes: the message is marked, never guessed, and never sent twice.
 */
export async function settleLost(deps: Deps): Promise<void> {
  const { rows } = await sql<Lost>`select * from lost_hand_overs()`.execute(deps.db);
  for (const [enterpriseId, lost] of Map.groupBy(rows, (row) => row.enterpriseId)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    for (const [channelId, pieces] of Map.groupBy(lost, (row) => row.channelId))
      await ctx.transaction((tx) => settleChannel(ctx, tx, channelId, pieces));
  }
}

const advice = 'The worker that sent it ended before the answer came. A receipt settles it; otherwise ask the vendor before sending again.';

async function settleChannel(ctx: EnterpriseContext, tx: Tx, channelId: string, pieces: readonly Lost[]): Promise<void> {
  const { enterpriseId } = ctx;
  const now = ctx.now();
  const { rows, wireIds } = await lockLost(
    tx,
    enterpriseId,
    pieces.map(({ wireId }) => wireId),
  );
  const channel = await tx
    .selectFrom('channels')
    .select(['vendor', 'type'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  const adapter = channel && adapterFor(channel.vendor as never, channel.type as never);
  const isSafe = adapter?.capabilities(channel?.type as never).dedupes ?? false;
  const error: VendorError = { class: 'UNKNOWN_OUTCOME', vendorCode: '', vendorMessage: '', advice };
  recordAttempts(
    tx,
    enterpriseId,
    channelId,
    rows.map(({ messageId, createdAt, attempts, piece }) => ({
      messageId,
      createdAt,
      status: isSafe ? 'QUEUED' : 'UNKNOWN',
      reason: 'UNKNOWN_OUTCOME',
      vendorMessageId: '',
      attempt: attempts + 1,
      at: now,
      again: isSafe ? { dueAt: now, seat: piece.seat } : null,
      detail: error,
    })),
    wireIds,
  );
  if (isSafe) return;
  // Nobody waits for each message of a run.
  const single = rows.filter(({ piece }) => piece.seat.runId === null);
  await tellOutcomes(
    ctx,
    tx,
    single.map(({ messageId, source, resourceId, chatId, number }) => ({
      messageId,
      source,
      resourceId,
      chatId,
      number,
      status: 'UNKNOWN',
      error,
      at: now,
    })),
  );
}
