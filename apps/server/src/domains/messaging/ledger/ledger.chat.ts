import type { LedgerStatus } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { MessageTable } from '#platform/db/schema.chat.ts';

/** A row of the ledger for an entry of a chat that is said already, as every message of a customer is. */
export type LedgerRow = Pick<
  Selectable<MessageTable>,
  | 'enterpriseId'
  | 'messageId'
  | 'createdAt'
  | 'channelId'
  | 'customerId'
  | 'direction'
  | 'source'
  | 'resourceId'
  | 'number'
  | 'status'
  | 'reason'
  | 'statusAt'
  | 'address'
  | 'vendorMessageId'
  | 'isSandbox'
> & { chatId?: string | null };

const toLedgerRecord = (row: LedgerRow) => ({
  message_id: row.messageId,
  created_at: row.createdAt,
  channel_id: row.channelId,
  customer_id: row.customerId,
  direction: row.direction,
  source: row.source,
  resource_id: row.resourceId,
  number: row.number,
  status: row.status,
  reason: row.reason,
  status_at: row.statusAt,
  address: row.address,
  vendor_message_id: row.vendorMessageId,
  is_sandbox: row.isSandbox,
  chat_id: row.chatId ?? null,
});

/** The statement that writes them, for the one statement that writes a chat's record: it costs no trip of its own. */
export const ledgerInsert = (enterpriseId: string, rows: readonly LedgerRow[]): RawBuilder<unknown> => sql`
  insert into messages (enterprise_id, message_id, created_at, channel_id, customer_id, direction, source, resource_id, number, status, reason, status_at,
    address, vendor_message_id, is_sandbox, chat_id)
  select ${enterpriseId}, r.* from jsonb_to_recordset(${JSON.stringify(rows.map(toLedgerRecord))}::jsonb) as r(
    message_id uuid, created_at timestamptz, channel_id uuid, customer_id uuid, direction text, source text, resource_id uuid, number integer,
    status text, reason text, status_at timestamptz, address text, vendor_message_id text, is_sandbox boolean, chat_id uuid)`;

/** Moves the ledger rows of our messages to the customer forward; a late or repeated receipt changes nothing. */
export async function advanceLedger(
  tx: Tx,
  enterpriseId: string,
  chatId: string,
  upTo: number,
  status: 'DELIVERED' | 'READ',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ status, statusAt: now })
    .where('enterpriseId', '=', enterpriseId)
    .where((of) => of.or([of('resourceId', '=', chatId), of('chatId', '=', chatId)]))
    .where('number', '<=', upTo)
    .where('direction', '=', 'out')
    .where('status', 'in', status === 'READ' ? ['SENT', 'DELIVERED'] : ['SENT'])
    .execute();
}

/** Finds the status of our messages, and the chat and number of the entry of each. */
export async function findStates(
  tx: Read,
  enterpriseId: string,
  messageIds: readonly string[],
): Promise<Map<string, { status: LedgerStatus; chatId: string | null; number: number }>> {
  if (messageIds.length === 0) return new Map();
  const rows = await tx
    .selectFrom('messages')
    .select(['messageId', 'status', 'chatId', 'number'])
    .where('enterpriseId', '=', enterpriseId)
    .where('messageId', 'in', [...messageIds])
    .execute();
  return new Map(rows.map(({ messageId, ...state }) => [messageId, state]));
}

/** The ledger rows of these chats are another customer's from now on; a look for the customer itself would read every month's table. */
export async function moveLedger(
  tx: Tx,
  enterpriseId: string,
  chatIds: readonly string[],
  { from, to }: { from: string; to: string },
): Promise<void> {
  await sql`update messages set customer_id = ${to} where enterprise_id = ${enterpriseId} and customer_id = ${from}
    and (resource_id = any(${chatIds}::uuid[]) or chat_id = any(${chatIds}::uuid[]))`.execute(tx);
}

/** The ledger's id of our message that is an entry of a chat: a stream's has its chat beside its run. */
export async function findMessageOfEntry(tx: Read, enterpriseId: string, chatId: string, number: number): Promise<string | undefined> {
  const { rows } = await sql<{ messageId: string }>`
    (select m.message_id from messages m where m.enterprise_id = ${enterpriseId} and m.resource_id = ${chatId} and m.number = ${number}
      and m.chat_id is null and m.direction = 'out' limit 1)
    union all
    (select m.message_id from messages m where m.enterprise_id = ${enterpriseId} and m.chat_id = ${chatId} and m.number = ${number}
      and m.direction = 'out' limit 1)`.execute(tx);
  return rows[0]?.messageId;
}
