import type { LedgerStatus, MessageSource, SkipReason } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** 0 conversations, 5 what people wait for, 9 many at once: chats and codes go before campaigns in the same bucket. */
export const priorities = { chat: 0, system: 5, bulk: 9 } as const;

/** What all rows of one writing have in common. */
export type LedgerBatch = {
  channelId: string;
  source: MessageSource;
  resourceId: string;
  /** null: no run, such as a chat */
  runId: string | null;
  templateId: string | null;
  isSandbox: boolean;
  priority: number;
  /** Each person gets these one after the other: none is taken while an earlier one to the same address waits or is on the wire */
  isOrdered: boolean;
  at: Date;
};
export type NewMessage = {
  messageId: string;
  customerId: string | null;
  /** Its place in the run, or its number in the chat */
  number: number;
  address: string;
  /** undefined: it passes the gate and waits for its turn */
  reason: SkipReason | undefined;
  content: unknown;
  cost: number;
  dueAt: Date;
};

/**
 * The rows of the ledger that `given` names, by ids and times that the planner sees: joined to `given` alone, a partition without
 * statistics is read whole for each round.
 */
export function amongRows(rows: readonly { messageId: string; createdAt: Date }[]): RawBuilder<boolean> {
  const times = rows.map(({ createdAt }) => createdAt.getTime());
  return sql`m.message_id = any(${rows.map(({ messageId }) => messageId)}::uuid[])
    and m.created_at between ${new Date(Math.min(...times))} and ${new Date(Math.max(...times))}`;
}

/** Rows of the ledger, and a place in the queue for each that passed the gate: one statement, however many they are. */
export async function insertMessages(tx: Tx, enterpriseId: string, batch: LedgerBatch, rows: readonly NewMessage[]): Promise<void> {
  if (rows.length === 0) return;
  const { channelId, source, resourceId, runId, templateId, isSandbox, priority, isOrdered, at } = batch;
  await sql`
    with given as (
      select * from unnest(
        ${rows.map((row) => row.messageId)}::uuid[], ${rows.map((row) => row.customerId)}::uuid[], ${rows.map((row) => row.number)}::integer[],
        ${rows.map((row) => row.address)}::text[], ${rows.map((row) => row.reason ?? '')}::text[],
        ${rows.map((row) => (row.content === null ? null : JSON.stringify(row.content)))}::text[], ${rows.map((row) => row.cost)}::bigint[],
        ${rows.map((row) => row.dueAt)}::timestamptz[]
      ) as g(message_id, customer_id, number, address, reason, content, cost, due_at)
    ), queued as (
      insert into send_queue (enterprise_id, channel_id, message_id, created_at, priority, due_at, run_id, lane)
      select ${enterpriseId}, ${channelId}, message_id, ${at}, ${priority}, due_at, ${runId}, case when ${isOrdered} then address else '' end
      from given where reason = ''
    )
    insert into messages (enterprise_id, message_id, created_at, channel_id, customer_id, direction, source, resource_id, number, status, reason,
      status_at, address, template_id, content, cost, is_sandbox)
    select ${enterpriseId}, message_id, ${at}, ${channelId}, customer_id, 'out', ${source}, ${resourceId}, number,
      case when reason = '' then 'QUEUED' else 'SKIPPED' end, reason, ${at}, address, ${templateId}::uuid, content::jsonb,
      case when reason = '' then cost else 0 end, ${isSandbox}
    from given`.execute(tx);
}

/** Rows that have failed wait for their turn again, at the price that was paid for it now. @returns how many */
export async function requeueMessages(
  tx: Tx,
  enterpriseId: string,
  { channel, runId, priority }: Pick<LedgerBatch, 'runId' | 'priority'> & { channel: { channelId: string } },
  rows: readonly { messageId: string; createdAt: Date; cost: number; dueAt: Date }[],
  now: Date,
): Promise<number> {
  if (rows.length === 0) return 0;
  const { rows: counted } = await sql<{ count: number }>`
    with given as (
      select * from unnest(
        ${rows.map((row) => row.messageId)}::uuid[], ${rows.map((row) => row.createdAt)}::timestamptz[], ${rows.map((row) => row.cost)}::bigint[],
        ${rows.map((row) => row.dueAt)}::timestamptz[]
      ) as g(message_id, created_at, cost, due_at)
    ), queued as (
      insert into send_queue (enterprise_id, channel_id, message_id, created_at, priority, due_at, run_id)
      select ${enterpriseId}, ${channel.channelId}, message_id, created_at, ${priority}, due_at, ${runId} from given
      on conflict do nothing
    ), changed as (
      update messages m set status = 'QUEUED', reason = '', status_at = ${now}, vendor_message_id = '', cost = g.cost
      from given g where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at
      returning 1
    )
    select count(*) as count from changed`.execute(tx);
  return counted[0]?.count ?? 0;
}

export type TakenRow = {
  messageId: string;
  createdAt: Date;
  runId: string | null;
  templateId: string | null;
  source: MessageSource;
  resourceId: string;
  number: number;
  address: string;
  content: Record<string, unknown> | null;
  attempts: number;
  status: LedgerStatus;
};

/** Takes the next rows of a channel for this worker. The worker sends them at once, so a taken row is a row on the wire. */
export async function takeDue(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  workerId: string,
  limit: number,
  now: Date,
): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    with taken as (
      update send_queue set worker_id = ${workerId}
      where enterprise_id = ${enterpriseId} and message_id = any(array(
        select message_id from send_queue w
        where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and worker_id is null and due_at <= ${now}
          and (lane = '' or not exists (
            select from send_queue e
            where e.enterprise_id = w.enterprise_id and e.channel_id = w.channel_id and e.lane = w.lane and e.lane <> '' and e.place < w.place))
        order by priority, due_at, place limit ${limit} for update skip locked))
      returning message_id, created_at, run_id
    )
    select taken.message_id, taken.created_at, taken.run_id, m.template_id, m.source, m.resource_id, m.number, m.address, m.content, m.attempts, m.status
    from taken cross join lateral (
      select * from messages where enterprise_id = ${enterpriseId} and message_id = taken.message_id and created_at = taken.created_at limit 1) m`.execute(
    tx,
  );
  return rows;
}

/** Gives back the rows that a worker took in a round whose commit it could not confirm: all but those it knows to be on the wire. */
export async function releaseTaken(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  workerId: string,
  onTheWire: readonly string[],
): Promise<void> {
  await sql`
    update send_queue set worker_id = null
    where enterprise_id = ${enterpriseId} and channel_id = ${channelId} and worker_id = ${workerId} and message_id <> all(${onTheWire}::uuid[])`.execute(
    tx,
  );
}

export type Recorded = {
  messageId: string;
  createdAt: Date;
  status: Extract<LedgerStatus, 'SENT' | 'FAILED' | 'UNKNOWN' | 'QUEUED' | 'SKIPPED'>;
  reason: string;
  vendorMessageId: string;
  attempt: number;
  at: Date;
  /** Of a row that is tried again */
  dueAt: Date | null;
  detail: Record<string, unknown> | null;
};

/**
 * Records the outcomes of attempts: ledger, attempt and queue in one statement. A row that a receipt has already moved is not moved back.
 * @param rows of one enterprise, each at most once
 */
export async function recordAttempts(tx: Tx, enterpriseId: string, rows: readonly Recorded[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map((row) => row.messageId);
  await sql`
    with given as (
      select * from unnest(
        ${ids}::uuid[], ${rows.map((row) => row.createdAt)}::timestamptz[], ${rows.map((row) => row.status)}::text[],
        ${rows.map((row) => row.reason)}::text[], ${rows.map((row) => row.vendorMessageId)}::text[], ${rows.map((row) => row.attempt)}::smallint[],
        ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.dueAt)}::timestamptz[],
        ${rows.map((row) => (row.detail === null ? null : JSON.stringify(row.detail)))}::text[]
      ) as g(message_id, created_at, status, reason, vendor_message_id, attempt, at, due_at, detail)
    ), noted as (
      insert into message_events (enterprise_id, message_id, at, kind, status, attempt, detail)
      select ${enterpriseId}, message_id, at, 'attempt', status, attempt, detail::jsonb from given
    ), gone as (
      delete from send_queue q using given g
      where q.enterprise_id = ${enterpriseId} and q.message_id = any(${ids}::uuid[]) and q.message_id = g.message_id and g.due_at is null
    ), again as (
      update send_queue q set worker_id = null, due_at = g.due_at
      from given g
      where q.enterprise_id = ${enterpriseId} and q.message_id = any(${ids}::uuid[]) and q.message_id = g.message_id and g.due_at is not null
    )
    update messages m set
      status = case when m.status in ('QUEUED', 'UNKNOWN') then g.status else m.status end,
      reason = case when m.status in ('QUEUED', 'UNKNOWN') then g.reason else m.reason end,
      status_at = case when m.status in ('QUEUED', 'UNKNOWN') then g.at else m.status_at end,
      vendor_message_id = case when g.vendor_message_id = '' then m.vendor_message_id else g.vendor_message_id end,
      attempts = g.attempt
    from given g
    where m.enterprise_id = ${enterpriseId} and ${amongRows(rows)} and m.message_id = g.message_id and m.created_at = g.created_at`.execute(
    tx,
  );
}

/** Rows that wait and are not on the wire end without being sent; their places in the queue go. @returns how many */
export async function skipWaiting(
  tx: Tx,
  enterpriseId: string,
  wanted: { runId: string } | { messageIds: readonly string[] },
  reason: SkipReason,
  now: Date,
  limit = 5000,
): Promise<number> {
  const which = 'runId' in wanted ? sql`run_id = ${wanted.runId}` : sql`message_id = any(${wanted.messageIds}::uuid[])`;
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from send_queue where enterprise_id = ${enterpriseId} and message_id = any(array(
        select message_id from send_queue where enterprise_id = ${enterpriseId} and ${which} and worker_id is null limit ${limit} for update skip locked))
      returning message_id, created_at
    ), skipped as (
      update messages m set status = 'SKIPPED', reason = ${reason}, status_at = ${now}, cost = 0
      from gone g where m.enterprise_id = ${enterpriseId} and m.message_id = g.message_id and m.created_at = g.created_at and m.status = 'QUEUED'
      returning 1
    )
    select count(*) as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}
