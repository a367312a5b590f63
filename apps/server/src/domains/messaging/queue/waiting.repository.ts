import { sql } from 'kysely';
import { times } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { isHoldingRun } from '../run/run.repository.ts';
import { leaveWire, type TakenRow } from './queue.repository.ts';

type Span = { row: TakenRow; until: Date; last: number; size: number };

/** @property isQuiet they wait for the end of quiet hours. @property until by row: when it is due again */
type Waits = { isQuiet: boolean; until: ReadonlyMap<TakenRow, Date> };

/**
 * Rows that a claim has taken and that may not leave now wait again. For the morning they wait without a lane, since they would hold up a
 * conversation; otherwise before what their lane has got since. Neighbours of a range wait as one range.
 * @param taken all that the claim has taken, in its order
 */
export function waitAgain(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  taken: readonly TakenRow[],
  { isQuiet, until: waiting }: Waits,
): void {
  if (waiting.size === 0) return;
  const spans: Span[] = [];
  let open: Span | undefined;
  for (const row of taken) {
    const until = waiting.get(row);
    if (until === undefined) open = undefined;
    else if (open && row.runId !== null && open.row.piece.wireId === row.piece.wireId && open.until.getTime() === until.getTime()) {
      open.last = row.number;
      open.size += 1;
    } else {
      open = { row, until, last: row.number, size: 1 };
      spans.push(open);
    }
  }
  const left = new Set(taken.filter((row) => !waiting.has(row)).map(({ piece }) => piece.wireId));
  const ended = [...new Set([...waiting.keys()].map(({ piece }) => piece.wireId))].filter((wireId) => !left.has(wireId));
  writeBehind(tx, leaveWire(tx, enterpriseId, ended));
  writeBehind(
    tx,
    insertSpans(
      tx,
      enterpriseId,
      channelId,
      spans.filter(({ row }) => isQuiet || row.piece.seat.lane === ''),
      isQuiet,
    ),
  );
  for (const span of isQuiet ? [] : spans.filter(({ row }) => row.piece.seat.lane !== ''))
    writeBehind(tx, backToLane(tx, enterpriseId, channelId, span));
}

/** Puts a message of a conversation back to its former place. */
async function backToLane(tx: Tx, enterpriseId: string, channelId: string, { row, until }: Span): Promise<void> {
  const { place, priority, lane } = row.piece.seat;
  await sql`
    insert into send_queue (enterprise_id, place, channel_id, priority, due_at, created_at, message_id, lane)
    values (${enterpriseId}, ${place}, ${channelId}, ${priority}, ${until}, ${row.createdAt}, ${row.messageId}, ${lane})`.execute(tx);
}

async function insertSpans(tx: Tx, enterpriseId: string, channelId: string, spans: readonly Span[], isQuiet: boolean): Promise<void> {
  if (spans.length === 0) return;
  const numberOf = ({ row }: Span, number: number) => (row.runId === null ? null : number);
  await sql`
    insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, run_id, message_id, first_number, last_number, size, is_quiet, is_held)
    select ${enterpriseId}, ${channelId}, priority, due_at, created_at, run_id, message_id, first_number, last_number, size, ${isQuiet},
      ${isHoldingRun(enterpriseId, 'g.run_id')} from unnest(
      ${spans.map(({ row }) => row.piece.seat.priority)}::smallint[], ${times(spans, ({ until }) => until)}::timestamptz[],
      ${times(spans, ({ row }) => row.createdAt)}::timestamptz[], ${spans.map(({ row }) => row.runId)}::uuid[],
      ${spans.map(({ row }) => (row.runId === null ? row.messageId : null))}::uuid[], ${spans.map((span) => numberOf(span, span.row.number))}::integer[],
      ${spans.map((span) => numberOf(span, span.last))}::integer[], ${spans.map(({ size }) => size)}::integer[]
    ) as g(priority, due_at, created_at, run_id, message_id, first_number, last_number, size)`.execute(tx);
}

/**
 * Everything of a run that waits, and is not held, waits until the enterprise's quiet hours are over: one look instead of one for each claim.
 * A place that somebody else works at is left to them.
 */
export async function waitAll(tx: Tx, enterpriseId: string, runId: string, until: Date): Promise<void> {
  await sql`
    update send_queue set due_at = ${until}, is_quiet = true where enterprise_id = ${enterpriseId} and place = any(array(
      select place from send_queue where enterprise_id = ${enterpriseId} and run_id = ${runId} and not is_held and due_at < ${until}
      for update skip locked))`.execute(tx);
}

/**
 * Makes due what of a run waits for an opening, under the lock of the run: a claim finds out how long it waits from now on.
 * @returns the channels by which something is due
 */
export async function askWaiting(tx: Tx, enterpriseId: string, runId: string, now: Date): Promise<string[]> {
  const { rows } = await sql<{ channelId: string }>`
    with due as (
      update send_queue set due_at = ${now} where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_quiet and due_at > ${now}
      returning channel_id)
    select distinct channel_id from due`.execute(tx);
  return rows.map(({ channelId }) => channelId);
}

/** The same for the places of a run that are held, under the lock of the run. */
export async function waitHeld(tx: Tx, enterpriseId: string, runId: string, until: Date): Promise<void> {
  await sql`update send_queue set due_at = ${until}, is_quiet = true
    where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_held and due_at < ${until}`.execute(tx);
}

/** A run that is held back holds again what claims have found to be within quiet hours. @returns how many that are */
export async function holdQuiet(tx: Tx, enterpriseId: string, runId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with held as (
      update send_queue set is_held = true
      where enterprise_id = ${enterpriseId} and run_id = ${runId} and is_quiet and not is_held and due_at > ${now} returning size)
    select coalesce(sum(size), 0)::integer as count from held`.execute(tx);
  return rows[0]?.count ?? 0;
}
