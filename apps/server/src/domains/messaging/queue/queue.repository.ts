import type { LedgerStatus, MessageSource, SkipReason } from '@parley/contract';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { writeBehind } from '#platform/db/transaction.ts';
import { newId } from '#platform/ids.ts';
import { amongRows, type LedgerBatch } from '../ledger/ledger.repository.ts';

/** The place of a waiting message in the queue. */
export type QueuePlace = { place: number; priority: number; runId: string | null; lane: string };

/** The result of one claim on one place in the queue: a message, or the front of a range. It is gone when its last outcome is recorded. */
export type Piece = { wireId: string; seat: QueuePlace };

export type TakenRow = {
  messageId: string;
  createdAt: Date;
  runId: string | null;
  templateId: string | null;
  source: MessageSource;
  resourceId: string;
  number: number;
  customerId: string | null;
  address: string;
  /** The spelling of its number that the wire knows, where it is another one than the address */
  to?: string | undefined;
  content: Record<string, unknown> | null;
  attempts: number;
  status: LedgerStatus;
  /** Number of its content among several of a first part, counted from 1; null: the run's */
  contentNumber: number | null;
  /** The chat of a stream's message */
  chatId: string | null;
  piece: Piece;
};
/** @property hasFound whether anything was due: there may be more */
export type Claim = { rows: TakenRow[]; hasFound: boolean };

type Chosen = QueuePlace & {
  createdAt: Date;
  messageId: string | null;
  firstNumber: number | null;
  lastNumber: number | null;
  size: number;
};
type Wanted = Chosen & { wanted: number };
type ReadRow = Omit<TakenRow, 'piece' | 'createdAt' | 'runId'> & { place: number };

/**
 * Takes the next messages of a channel for this worker, which sends them at once: what is taken is on the wire. The places are locked
 * before the ledger is read, so what was skipped in the meantime is seen as skipped.
 */
export async function takeDue(tx: Tx, enterpriseId: string, channelId: string, workerId: string, limit: number, now: Date): Promise<Claim> {
  const places = await lockDue(tx, enterpriseId, channelId, limit, now);
  if (places.length === 0) return { rows: [], hasFound: false };
  const read = await readWaiting(tx, enterpriseId, places);
  const byPlace = Map.groupBy(read, ({ place }) => place);
  const taken = places.map((seat) => ({ seat, wireId: newId(), found: byPlace.get(seat.place) ?? [] }));
  writeBehind(tx, leaveQueue(tx, enterpriseId, taken));
  writeBehind(
    tx,
    enterWire(
      tx,
      { enterpriseId, channelId, workerId },
      taken.filter(({ found }) => found.length > 0),
    ),
  );
  const rows = taken.flatMap(({ seat: { createdAt, ...seat }, wireId, found }) =>
    found.map(({ place: _place, ...row }): TakenRow => ({ ...row, createdAt, runId: seat.runId, piece: { wireId, seat } })),
  );
  return { rows, hasFound: true };
}

/** The first places that hold `limit` messages together. Of a lane only the first may go, and only when nothing of it is on the wire. */
async function lockDue(tx: Tx, enterpriseId: string, channelId: string, limit: number, now: Date): Promise<Wanted[]> {
  const { rows } = await sql<Chosen>`
    with ahead as (
      select place, priority, due_at, size from send_queue w
      where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and not is_held and due_at <= ${now} and (lane = '' or not (
        exists (select from send_queue e where e.enterprise_id = w.enterprise_id and e.channel_id = w.channel_id and e.lane = w.lane and e.lane <> '' and e.place < w.place)
        or exists (select from send_wire t where t.enterprise_id = w.enterprise_id and t.channel_id = w.channel_id and t.lane = w.lane)))
      order by priority, due_at, place limit ${limit}
    ), summed as (select place, sum(size) over (order by priority, due_at, place) - size as before from ahead)
    select place, priority, run_id, lane, created_at, message_id, first_number, last_number, size from send_queue
    where enterprise_id = ${enterpriseId} and place = any(array(select place from summed where before < ${limit}))
    order by priority, due_at, place for update skip locked`.execute(tx);
  let left = limit;
  return rows.flatMap((row): Wanted[] => {
    const wanted = Math.min(row.size, left);
    left -= wanted;
    return wanted > 0 ? [{ ...row, wanted }] : [];
  });
}

/** The rows of the ledger at these places, as far as they still wait. */
async function readWaiting(tx: Tx, enterpriseId: string, places: readonly Wanted[]): Promise<ReadRow[]> {
  const singles = places.filter(({ messageId }) => messageId !== null);
  const ranges = places.filter(({ messageId }) => messageId === null);
  const columns = sql`m.message_id as "messageId", m.template_id as "templateId", m.source, m.resource_id as "resourceId", m.number, m.customer_id as "customerId", m.address,
    m.content, m.attempts, m.status, m.content_number as "contentNumber", m.chat_id as "chatId"`;
  const fromSingles = sql`
    select g.place, ${columns} from unnest(${singles.map((seat) => seat.place)}::bigint[], ${singles.map((seat) => seat.messageId)}::uuid[],
      ${singles.map((seat) => seat.createdAt)}::timestamptz[]) as g(place, message_id, created_at)
    cross join lateral (
      select * from messages where enterprise_id = ${enterpriseId} and message_id = g.message_id and created_at = g.created_at and status = 'QUEUED'
      limit 1) m`;
  const fromRanges = sql`
    select g.place, ${columns} from unnest(${ranges.map((seat) => seat.place)}::bigint[], ${ranges.map((seat) => seat.runId)}::uuid[],
      ${ranges.map((seat) => seat.createdAt)}::timestamptz[], ${ranges.map((seat) => seat.firstNumber)}::integer[],
      ${ranges.map((seat) => seat.lastNumber)}::integer[], ${ranges.map((seat) => seat.wanted)}::integer[])
      as g(place, run_id, created_at, first_number, last_number, wanted)
    cross join lateral (
      select * from messages where enterprise_id = ${enterpriseId} and resource_id = g.run_id and number between g.first_number and g.last_number
        and created_at = g.created_at and status = 'QUEUED' order by number limit g.wanted) m`;
  const parts = [...(singles.length > 0 ? [fromSingles] : []), ...(ranges.length > 0 ? [fromRanges] : [])];
  // One value, which is read at once: the driver reads rows field by field.
  const { rows } = await sql<{
    found: ReadRow[] | null;
  }>`select json_agg(r) as found from (${sql.join(parts, sql` union all `)}) r`.execute(tx);
  return rows[0]?.found ?? [];
}

type ClaimedRows = { seat: Wanted; wireId: string; found: readonly ReadRow[] };

/** A range from which all was taken goes like a message; of another the rest waits. */
async function leaveQueue(tx: Tx, enterpriseId: string, taken: readonly ClaimedRows[]): Promise<void> {
  const isRest = ({ seat, found }: ClaimedRows) => found.length === seat.wanted && seat.wanted < seat.size;
  const rests = taken.filter(isRest);
  const gone = taken.filter((one) => !isRest(one));
  if (gone.length > 0)
    writeBehind(
      tx,
      sql`delete from send_queue where enterprise_id = ${enterpriseId} and place = any(${gone.map(({ seat }) => seat.place)}::bigint[])`.execute(
        tx,
      ),
    );
  for (const { seat, found } of rests)
    writeBehind(
      tx,
      sql`update send_queue set first_number = ${(found.at(-1) as ReadRow).number + 1}, size = ${seat.size - found.length}
        where enterprise_id = ${enterpriseId} and place = ${seat.place}`.execute(tx),
    );
}

type Taker = { enterpriseId: string; channelId: string; workerId: string };

async function enterWire(tx: Tx, { enterpriseId, channelId, workerId }: Taker, taken: readonly ClaimedRows[]): Promise<void> {
  if (taken.length === 0) return;
  const isRange = ({ seat }: ClaimedRows) => seat.messageId === null;
  await sql`
    insert into send_wire (enterprise_id, wire_id, channel_id, worker_id, place, priority, created_at, run_id, message_id, first_number, last_number, lane)
    select ${enterpriseId}, wire_id, ${channelId}, ${workerId}, place, priority, created_at, run_id, message_id, first_number, last_number, lane from unnest(
      ${taken.map(({ wireId }) => wireId)}::uuid[], ${taken.map(({ seat }) => seat.place)}::bigint[], ${taken.map(({ seat }) => seat.priority)}::smallint[],
      ${taken.map(({ seat }) => seat.createdAt)}::timestamptz[], ${taken.map(({ seat }) => seat.runId)}::uuid[],
      ${taken.map(({ seat }) => seat.messageId)}::uuid[], ${taken.map((one) => (isRange(one) ? (one.found[0] as ReadRow).number : null))}::integer[],
      ${taken.map((one) => (isRange(one) ? (one.found.at(-1) as ReadRow).number : null))}::integer[], ${taken.map(({ seat }) => seat.lane)}::text[]
    ) as g(wire_id, place, priority, created_at, run_id, message_id, first_number, last_number, lane)`.execute(tx);
}

/** Deletes pieces in the transaction that records their last outcome, and in no other. */
export async function leaveWire(tx: Tx, enterpriseId: string, wireIds: readonly string[]): Promise<void> {
  await sql`delete from send_wire where enterprise_id = ${enterpriseId} and wire_id = any(${wireIds}::uuid[])`.execute(tx);
}

/** Tells whether a claim whose commit was not confirmed took effect. */
export async function isOnWire(tx: Tx, enterpriseId: string, wireId: string): Promise<boolean> {
  const { rows } = await sql`select from send_wire where enterprise_id = ${enterpriseId} and wire_id = ${wireId}`.execute(tx);
  return rows.length > 0;
}

export type LostRow = Pick<TakenRow, 'messageId' | 'createdAt' | 'attempts' | 'source' | 'resourceId' | 'chatId' | 'number' | 'piece'>;

/**
 * Locks messages of unknown outcome: those of these pieces that still wait in the ledger, and neither in the queue nor in another piece.
 * The pieces are locked; those that another worker settles at this moment are left to it.
 */
export async function lockLost(tx: Tx, enterpriseId: string, wireIds: readonly string[]): Promise<{ rows: LostRow[]; wireIds: string[] }> {
  const { rows: pieces } = await sql<Omit<Chosen, 'size'> & { wireId: string }>`
    select wire_id, place, priority, run_id, lane, created_at, message_id, first_number, last_number from send_wire
    where enterprise_id = ${enterpriseId} and wire_id = any(${wireIds}::uuid[]) for update skip locked`.execute(tx);
  const rows: LostRow[] = [];
  for (const { wireId, createdAt, messageId, firstNumber, lastNumber, ...seat } of pieces) {
    const which =
      messageId === null
        ? sql`m.resource_id = ${seat.runId} and m.number between ${firstNumber} and ${lastNumber}
            and not exists (select from send_wire w where w.enterprise_id = m.enterprise_id and w.message_id = m.message_id)
            and not exists (select from send_queue q where q.enterprise_id = m.enterprise_id and q.run_id = ${seat.runId}
              and m.number between q.first_number and q.last_number)`
        : sql`m.message_id = ${messageId}`;
    const found = await sql<Omit<LostRow, 'createdAt' | 'piece'>>`
      select m.message_id, m.attempts, m.source, m.resource_id, m.chat_id, m.number from messages m
      where m.enterprise_id = ${enterpriseId} and m.created_at = ${createdAt} and m.status = 'QUEUED' and ${which}
        and not exists (select from send_queue q where q.enterprise_id = m.enterprise_id and q.message_id = m.message_id)`.execute(tx);
    rows.push(...found.rows.map((row) => ({ ...row, createdAt, piece: { wireId, seat } })));
  }
  return { rows, wireIds: pieces.map(({ wireId }) => wireId) };
}

/** Tells whether anything of the run still waits or is on the wire. */
export async function hasQueued(tx: Tx, enterpriseId: string, runId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from send_queue where enterprise_id = ${enterpriseId} and run_id = ${runId})
      or exists (select from send_wire where enterprise_id = ${enterpriseId} and run_id = ${runId}) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

export type Requeued = {
  messageId: string;
  createdAt: Date;
  number: number;
  units: number;
  cost: number;
  rateId: string | null;
  dueAt: Date;
};

/**
 * Rows that have failed or were skipped wait for their turn again, at the price that was paid for it now: each at a place of its own,
 * but for those that lie in a range that still waits and takes them along. @returns how many
 */
export async function requeueMessages(
  tx: Tx,
  enterpriseId: string,
  { channel, runId, priority, isHeld }: Pick<LedgerBatch, 'runId' | 'priority' | 'isHeld'> & { channel: { channelId: string } },
  rows: readonly Requeued[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0;
  const covered = await lockRanges(
    tx,
    enterpriseId,
    rows.map((row) => ({ ...row, runId: runId as string })),
  );
  const alone = rows.filter((row) => !covered.has(row.messageId));
  for (const place of new Set(covered.values()))
    writeBehind(
      tx,
      sql`update send_queue set size = size + ${[...covered.values()].filter((other) => other === place).length}
        where enterprise_id = ${enterpriseId} and place = ${place}`.execute(tx),
    );
  const { rows: counted } = await sql<{ count: number }>`
    with queued as (
      insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, run_id, message_id, is_held, is_quiet)
      select ${enterpriseId}, ${channel.channelId}, ${priority}, due_at, created_at, ${runId}, message_id, ${isHeld}, due_at > ${now} from unnest(
        ${alone.map((row) => row.messageId)}::uuid[], ${alone.map((row) => row.createdAt)}::timestamptz[], ${alone.map((row) => row.dueAt)}::timestamptz[]
      ) as g(message_id, created_at, due_at)
      on conflict do nothing
    ), changed as (
      update messages m set status = 'QUEUED', reason = '', status_at = ${now}, cost = g.cost, units = g.units, rate_id = g.rate_id
      from unnest(${rows.map((row) => row.messageId)}::uuid[], ${rows.map((row) => row.createdAt)}::timestamptz[], ${rows.map((row) => row.cost)}::bigint[],
        ${rows.map((row) => row.units)}::integer[], ${rows.map((row) => row.rateId)}::uuid[]) as g(message_id, created_at, cost, units, rate_id)
      where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at
      returning 1
    )
    select count(*) as count from changed`.execute(tx);
  return counted[0]?.count ?? 0;
}

/** Locks the waiting ranges in which these rows lie. @returns the place of the range by the message; nothing of a row that lies in none */
async function lockRanges(
  tx: Tx,
  enterpriseId: string,
  rows: readonly { messageId: string; runId: string; number: number }[],
): Promise<Map<string, number>> {
  const { rows: ranges } = await sql<{ place: number; runId: string; firstNumber: number; lastNumber: number }>`
    select place, run_id, first_number, last_number from send_queue q
    where enterprise_id = ${enterpriseId} and run_id = any(${[...new Set(rows.map((row) => row.runId))]}::uuid[]) and message_id is null
      and exists (
        select from unnest(${rows.map((row) => row.runId)}::uuid[], ${rows.map((row) => row.number)}::integer[]) as g(run_id, number)
        where g.run_id = q.run_id and g.number between q.first_number and q.last_number)
    order by place for update`.execute(tx);
  const covered = new Map<string, number>();
  for (const { messageId, runId, number } of rows) {
    const range = ranges.find((one) => one.runId === runId && one.firstNumber <= number && number <= one.lastNumber);
    if (range) covered.set(messageId, range.place);
  }
  return covered;
}

type Waiting = { messageId: string; createdAt: Date; runId: string; number: number };

/** Rows of runs that wait end without being sent; what is on the wire is let be. @returns how many */
export async function skipMessages(tx: Tx, enterpriseId: string, rows: readonly Waiting[], reason: SkipReason, now: Date): Promise<number> {
  if (rows.length === 0) return 0;
  const ids = rows.map((row) => row.messageId);
  const covered = await lockRanges(tx, enterpriseId, rows);
  const { rows: alone } = await sql<{ messageId: string }>`
    delete from send_queue where enterprise_id = ${enterpriseId} and message_id = any(${ids}::uuid[]) returning message_id`.execute(tx);
  const waiting = new Set([...covered.keys(), ...alone.map((row) => row.messageId)]);
  const skipped = rows.filter((row) => waiting.has(row.messageId));
  if (skipped.length === 0) return 0;
  const { numAffectedRows } = await sql`
    update messages m set status = 'SKIPPED', reason = ${reason}, status_at = ${now}, cost = 0
    where m.enterprise_id = ${enterpriseId} and ${amongRows(skipped)} and m.status = 'QUEUED'`.execute(tx);
  return Number(numAffectedRows);
}

/** Places that one step of a cancellation removes: ranges hold a thousand messages. */
const stepPlaces = 20;

/** Counts the messages of a run that wait, those that are held included. */
export async function countQueued(tx: Tx, enterpriseId: string, runId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select coalesce(sum(size), 0)::integer as count from send_queue
    where enterprise_id = ${enterpriseId} and run_id = ${runId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Some waiting rows of a run end without being sent; rows on the wire end by themselves.
 * @returns false: nothing waited any more
 */
export async function skipRun(tx: Tx, enterpriseId: string, runId: string, reason: SkipReason, now: Date): Promise<boolean> {
  const { rows: gone } = await sql<Pick<Chosen, 'messageId' | 'createdAt' | 'firstNumber' | 'lastNumber'>>`
    delete from send_queue where enterprise_id = ${enterpriseId} and place = any(array(
      select place from send_queue where enterprise_id = ${enterpriseId} and run_id = ${runId} limit ${stepPlaces} for update))
    returning message_id, created_at, first_number, last_number`.execute(tx);
  for (const { messageId, createdAt, firstNumber, lastNumber } of gone) {
    const which =
      messageId === null ? sql`resource_id = ${runId} and number between ${firstNumber} and ${lastNumber}` : sql`message_id = ${messageId}`;
    await sql`
      update messages set status = 'SKIPPED', reason = ${reason}, status_at = ${now}, cost = 0
      where enterprise_id = ${enterpriseId} and created_at = ${createdAt} and status = 'QUEUED' and ${which}`.execute(tx);
  }
  return gone.length > 0;
}
