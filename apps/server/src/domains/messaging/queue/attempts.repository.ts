import type { LedgerStatus } from '@parley/contract';
import { sql } from 'kysely';
import { texts, times, uuids } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { amongRows } from '../ledger/ledger.repository.ts';
import { isHoldingRun } from '../run/run.repository.ts';
import { leaveWire, type QueuePlace } from './queue.repository.ts';

export type Recorded = {
  messageId: string;
  createdAt: Date;
  status: Extract<LedgerStatus, 'SENT' | 'FAILED' | 'UNKNOWN' | 'QUEUED' | 'SKIPPED'>;
  reason: string;
  vendorMessageId: string;
  attempt: number;
  at: Date;
  /** Time and place in the queue of the next attempt; null: there is none */
  again: { dueAt: Date; seat: QueuePlace } | null;
  detail: Record<string, unknown> | null;
};

/**
 * Records the outcomes of attempts in ledger, attempts, queue and wire; the statements travel together with the next one of the transaction. A row that a receipt has already moved is not moved
 * back. An attempt that was accepted is a hand-over, any other an event.
 * @param rows of one enterprise and channel, each at most once. @param ended what has its last outcome now, by `wireId`
 */
export function recordAttempts(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  rows: readonly Recorded[],
  ended: readonly string[] = [],
): void {
  if (ended.length > 0) writeBehind(tx, leaveWire(tx, enterpriseId, ended));
  if (rows.length === 0) return;
  const accepted = rows.filter((row) => row.status === 'SENT');
  const others = rows.filter((row) => row.status !== 'SENT');
  if (accepted.length > 0) writeBehind(tx, recordAccepted(tx, enterpriseId, channelId, accepted));
  if (others.length > 0) writeBehind(tx, recordOthers(tx, enterpriseId, channelId, others));
}

async function recordAccepted(tx: Tx, enterpriseId: string, channelId: string, rows: readonly Recorded[]): Promise<void> {
  await sql`
    with given as (
      select * from unnest(${uuids(rows, (row) => row.messageId)}::uuid[], ${times(rows, (row) => row.createdAt)}::timestamptz[],
        ${texts(rows, (row) => row.vendorMessageId)}::text[], ${rows.map((row) => row.attempt)}::smallint[], ${times(rows, (row) => row.at)}::timestamptz[]
      ) as g(message_id, created_at, vendor_message_id, attempt, at)
    ), handed as (
      insert into message_handovers (enterprise_id, message_id, at, created_at, channel_id, vendor_message_id, attempt)
      select ${enterpriseId}, message_id, at, created_at, ${channelId}, vendor_message_id, attempt from given
      on conflict do nothing
    )
    update messages m set
      status = case when m.status in ('QUEUED', 'UNKNOWN') then 'SENT' else m.status end,
      reason = case when m.status in ('QUEUED', 'UNKNOWN') then '' else m.reason end,
      status_at = case when m.status in ('QUEUED', 'UNKNOWN') then g.at else m.status_at end,
      attempts = g.attempt
    from given g
    where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at`.execute(
    tx,
  );
}

async function recordOthers(tx: Tx, enterpriseId: string, channelId: string, rows: readonly Recorded[]): Promise<void> {
  await sql`
    with given as (
      select g.* from unnest(
        ${uuids(rows, (row) => row.messageId)}::uuid[], ${times(rows, (row) => row.createdAt)}::timestamptz[], ${rows.map((row) => row.status)}::text[],
        ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.attempt)}::smallint[], ${times(rows, (row) => row.at)}::timestamptz[],
        ${rows.map((row) => (row.detail === null ? null : JSON.stringify(row.detail)))}::text[],
        ${rows.map((row) => row.again?.dueAt ?? null)}::timestamptz[], ${rows.map((row) => row.again?.seat.place ?? 0)}::bigint[],
        ${rows.map((row) => row.again?.seat.priority ?? 0)}::smallint[], ${rows.map((row) => row.again?.seat.runId ?? null)}::uuid[],
        ${rows.map((row) => row.again?.seat.lane ?? '')}::text[]
      ) as g(message_id, created_at, status, reason, attempt, at, detail, due_at, place, priority, run_id, lane)
      join messages m on m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at
      -- What is recorded again, since its commit was not confirmed, changes nothing.
      where m.attempts < g.attempt or (g.status = 'SKIPPED' and m.status = 'QUEUED')
    ), noted as (
      insert into message_events (enterprise_id, message_id, at, kind, status, attempt, detail)
      select ${enterpriseId}, message_id, at, 'attempt', status, attempt, detail::jsonb from given
    ), again as (
      insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, run_id, message_id, is_held)
      select ${enterpriseId}, ${channelId}, priority, due_at, created_at, run_id, message_id, ${isHoldingRun(enterpriseId, 'given.run_id')}
      from given where due_at is not null and lane = ''
    ), again_first as (
      -- It comes before what its lane has got since.
      insert into send_queue (enterprise_id, place, channel_id, priority, due_at, created_at, run_id, message_id, lane)
      select ${enterpriseId}, place, ${channelId}, priority, due_at, created_at, run_id, message_id, lane from given where due_at is not null and lane <> ''
    )
    update messages m set
      status = case when m.status in ('QUEUED', 'UNKNOWN') then g.status else m.status end,
      reason = case when m.status in ('QUEUED', 'UNKNOWN') then g.reason else m.reason end,
      status_at = case when m.status in ('QUEUED', 'UNKNOWN') then g.at else m.status_at end,
      -- Whoever gets nothing pays nothing.
      cost = case when m.status in ('QUEUED', 'UNKNOWN') and g.status in ('FAILED', 'SKIPPED') then 0 else m.cost end,
      attempts = g.attempt
    from given g
    where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at`.execute(
    tx,
  );
}
