import { setTimeout as sleep } from 'node:timers/promises';
import type { MessageSource } from '@parley/contract';
import { adapterFor } from '@parley/vendors';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { scheduleTask } from '#platform/jobs/scheduled-task.ts';
import { enterpriseContext } from '../../../context-of.ts';
import type { Deps } from '../../../deps.ts';
import { recordAttempts } from './ledger.repository.ts';
import { ChannelPump, makeWorkerId } from './pump.ts';
import { settleWaiting } from './receipts.ts';
import { onWakeSending } from './wake.ts';

const sweepMs = 500;
const aliveMs = 2000;
const settleMs = 5000;
const drainMs = 6000;

/** The sending of this process: a pump for each channel that has something due, and what dead workers have left behind. */
export async function startDispatcher(deps: Deps): Promise<() => Promise<void>> {
  const workerId = makeWorkerId();
  const pumps = new Map<string, { pump: ChannelPump; done: Promise<void> }>();
  let isStopping = false;
  const tell = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);

  const sayAlive = async () => {
    await sql`select worker_lives(${workerId})`.execute(deps.db);
  };
  await sayAlive();

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
    const { rows } = await sql<{ enterpriseId: string; channelId: string }>`select * from channels_to_send()`.execute(deps.db);
    for (const row of rows) start(row.enterpriseId, row.channelId);
  };
  const settle = async () => {
    await settleLost(deps);
    const { rows } = await sql<{ enterpriseId: string }>`select * from enterprises_with_waiting_receipts()`.execute(deps.db);
    for (const { enterpriseId } of rows) await settleWaiting(enterpriseContext(deps, enterpriseId));
  };
  const fold = async () => {
    await sql`select fold_message_counts()`.execute(deps.db);
  };
  const stops = [
    scheduleTask(sweepMs, sweep, tell('a sweep of the send queue failed')),
    scheduleTask(aliveMs, sayAlive, tell('the worker could not say that it lives')),
    scheduleTask(Math.min(settleMs, deps.config.workerSilenceSeconds * 500), settle, tell('lost messages were not settled')),
    scheduleTask(aliveMs, fold, tell('counts were not folded')),
  ];
  return async () => {
    isStopping = true;
    for (const { pump } of pumps.values()) pump.stop();
    // What does not come back in time is settled by another worker, as after a crash.
    await Promise.race([Promise.all([...pumps.values()].map(({ done }) => done)), sleep(drainMs, undefined, { ref: false })]);
    await Promise.all(stops.map((stop) => stop()));
    await sql`select worker_left(${workerId})`.execute(deps.db);
  };
}

type Lost = { enterpriseId: string; channelId: string; messageId: string; createdAt: Date; workerId: string };

/**
 * What a worker that fell silent had on the wire. A vendor that refuses a repeated id gets it again; anybody else's outcome is unknown and
 * stays so until a receipt tells: it is marked, never guessed, and never sent twice.
 */
async function settleLost(deps: Deps): Promise<void> {
  const { rows } = await sql<Lost>`select * from lost_hand_overs(${deps.config.workerSilenceSeconds})`.execute(deps.db);
  for (const [enterpriseId, lost] of Map.groupBy(rows, (row) => row.enterpriseId)) {
    const ctx = enterpriseContext(deps, enterpriseId);
    for (const [channelId, messages] of Map.groupBy(lost, (row) => row.channelId))
      await ctx.transaction((tx) => settleChannel(tx, enterpriseId, channelId, messages, ctx.now()));
  }
}

const advice = 'The worker that sent it ended before the answer came. A receipt settles it; otherwise ask the vendor before sending again.';

async function settleChannel(tx: Tx, enterpriseId: string, channelId: string, lost: readonly Lost[], now: Date): Promise<void> {
  // Another worker may be at the same: rows that are locked are its, and those that are gone are settled.
  const { rows: held } = await sql<{ messageId: string; createdAt: Date; attempts: number; source: MessageSource }>`
    select q.message_id, q.created_at, m.attempts, m.source from send_queue q
    cross join lateral (select attempts, source from messages where enterprise_id = ${enterpriseId} and message_id = q.message_id and created_at = q.created_at limit 1) m
    where q.enterprise_id = ${enterpriseId} and q.worker_id = any(${[...new Set(lost.map((row) => row.workerId))]}::uuid[])
      and q.message_id = any(${lost.map((row) => row.messageId)}::uuid[]) for update of q skip locked`.execute(tx);
  const channel = await tx
    .selectFrom('channels')
    .select(['vendor', 'type'])
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  const adapter = channel && adapterFor(channel.vendor as never, channel.type as never);
  const isSafe = adapter?.capabilities(channel?.type as never).dedupes ?? false;
  await recordAttempts(
    tx,
    enterpriseId,
    held.map((row) => ({
      messageId: row.messageId,
      createdAt: row.createdAt,
      status: isSafe ? 'QUEUED' : 'UNKNOWN',
      reason: 'UNKNOWN_OUTCOME',
      vendorMessageId: '',
      attempt: row.attempts + 1,
      at: now,
      dueAt: isSafe ? now : null,
      detail: { class: 'UNKNOWN_OUTCOME', vendorCode: '', vendorMessage: '', advice },
    })),
  );
}
