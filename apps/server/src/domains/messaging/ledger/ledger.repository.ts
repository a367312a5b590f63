import type { MessageSource, SkipReason } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import { texts, uuids } from '#platform/db/arrays.ts';
import type { Tx } from '#platform/db/database.ts';

/** 0 conversations, 5 what people wait for, 9 many at once: chats and codes go before campaigns in the same bucket. */
export const priorities = { chat: 0, system: 5, bulk: 9 } as const;

/** The properties that all rows of one insert share. */
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
  /** True if queued messages may not leave yet: their run releases them */
  isHeld: boolean;
  /** The chat of the messages, if the resource is another record; the rows' number is the entry's */
  chatId?: string | null;
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
  /** Number of priced units */
  units: number;
  cost: number;
  /** The rate of the price; null: nobody asks anything for it */
  rateId: string | null;
  dueAt: Date;
};

/**
 * The rows of the ledger that `given` names, by ids and times that the planner sees: joined to `given` alone, a partition without
 * statistics is read whole for each round.
 */
export function amongRows(rows: readonly { messageId: string; createdAt: Date }[]): RawBuilder<boolean> {
  let [first, last] = [Number.POSITIVE_INFINITY, 0];
  for (const { createdAt } of rows) {
    first = Math.min(first, createdAt.getTime());
    last = Math.max(last, createdAt.getTime());
  }
  return sql`m.message_id = any(${uuids(rows, ({ messageId }) => messageId)}::uuid[])
    and m.created_at between ${new Date(first)} and ${new Date(last)}`;
}

/** Rows of the ledger, and places in the queue for those that passed the gate: one statement, however many they are. */
export async function insertMessages(tx: Tx, enterpriseId: string, batch: LedgerBatch, rows: readonly NewMessage[]): Promise<void> {
  if (rows.length === 0) return;
  const { channelId, source, resourceId, runId, templateId, isSandbox, priority, isHeld, chatId = null, at } = batch;
  const seats = seatsOf(batch, rows);
  await sql`
    with given as (
      select * from unnest(
        ${uuids(rows, (row) => row.messageId)}::uuid[], ${uuids(rows, (row) => row.customerId ?? 'null')}::uuid[], ${rows.map((row) => row.number)}::integer[],
        ${texts(rows, (row) => row.address)}::text[], ${texts(rows, (row) => row.reason ?? '')}::text[],
        ${texts(rows, (row) => (row.content === null ? null : JSON.stringify(row.content)))}::text[], ${rows.map((row) => row.cost)}::bigint[],
        ${rows.map((row) => row.units)}::integer[], ${uuids(rows, (row) => row.rateId ?? 'null')}::uuid[]
      ) as g(message_id, customer_id, number, address, reason, content, cost, units, rate_id)
    ), queued as (
      insert into send_queue (enterprise_id, channel_id, priority, due_at, created_at, run_id, message_id, first_number, last_number, size, lane, is_held, is_quiet)
      select ${enterpriseId}, ${channelId}, ${priority}, due_at, ${at}, ${runId}, message_id, first_number, last_number, size, lane, ${isHeld},
        ${runId !== null} and due_at > ${at} from unnest(
        ${seats.map((seat) => seat.dueAt)}::timestamptz[], ${seats.map((seat) => seat.messageId)}::uuid[],
        ${seats.map((seat) => seat.firstNumber)}::integer[], ${seats.map((seat) => seat.lastNumber)}::integer[],
        ${seats.map((seat) => seat.size)}::integer[], ${seats.map((seat) => seat.lane)}::text[]
      ) as s(due_at, message_id, first_number, last_number, size, lane)
    )
    insert into messages (enterprise_id, message_id, created_at, channel_id, customer_id, direction, source, resource_id, number, status, reason,
      status_at, address, template_id, content, cost, units, rate_id, is_sandbox, chat_id)
    select ${enterpriseId}, message_id, ${at}, ${channelId}, customer_id, 'out', ${source}, ${resourceId}, number,
      case when reason = '' then 'QUEUED' else 'SKIPPED' end, reason, ${at}, address, ${templateId}::uuid, content::jsonb,
      case when reason = '' then cost else 0 end, units, rate_id, ${isSandbox}, ${chatId}::uuid
    from given`.execute(tx);
}

type NewSeat = { dueAt: Date; messageId: string | null; firstNumber: number | null; lastNumber: number | null; size: number; lane: string };

/** A pause within a conversation: what follows waits behind it. */
const longestPauseMs = 60_000;

/**
 * A run waits in ranges, anything else message by message. A message that waits for the morning holds up nobody: only one that may leave at
 * once, or after a pause, has a lane.
 */
function seatsOf({ runId, isOrdered, at }: LedgerBatch, rows: readonly NewMessage[]): NewSeat[] {
  const passed = rows.filter(({ reason }) => reason === undefined);
  if (runId === null)
    return passed.map(({ messageId, dueAt, address }) => {
      const lane = isOrdered && dueAt.getTime() - at.getTime() <= longestPauseMs ? address : '';
      return { dueAt, messageId, firstNumber: null, lastNumber: null, size: 1, lane };
    });
  const seats: NewSeat[] = [];
  for (const { number, dueAt } of passed) {
    const last = seats.at(-1);
    if (last?.dueAt.getTime() === dueAt.getTime()) {
      last.lastNumber = number;
      last.size += 1;
    } else seats.push({ dueAt, messageId: null, firstNumber: number, lastNumber: number, size: 1, lane: '' });
  }
  return seats;
}
