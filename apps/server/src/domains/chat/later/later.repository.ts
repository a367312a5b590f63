import { chatActionTypes, type LaterReason, type LaterState, laterStates } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ScheduledMessageTable } from '#platform/db/schema.chat.ts';

export type LaterRow = Selectable<ScheduledMessageTable>;

const ofChat = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('scheduledMessages as s')
    .selectAll('s')
    .where('s.enterpriseId', '=', enterpriseId)
    .where('s.chatId', '=', chatId)
    .where('s.state', 'in', laterStates);

/** Messages of a chat that have not left, by time. */
export const listLater = (tx: Read, enterpriseId: string, chatId: string): Promise<LaterRow[]> =>
  ofChat(tx, enterpriseId, chatId).orderBy('s.dueAt').orderBy('s.scheduledId').execute();

/** One that has not left. The chat is locked: whoever changes one holds that lock. */
export const findLater = (tx: Read, enterpriseId: string, chatId: string, scheduledId: string): Promise<LaterRow | undefined> =>
  ofChat(tx, enterpriseId, chatId).where('s.scheduledId', '=', scheduledId).executeTakeFirst();

/** One that was planned under this key, whatever has become of it. */
export const findByKey = (tx: Read, enterpriseId: string, writerId: string, requestKey: string): Promise<LaterRow | undefined> =>
  tx
    .selectFrom('scheduledMessages')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('writerId', '=', writerId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

type NewLater = Omit<LaterRow, 'state' | 'reason' | 'version' | 'settledAt' | 'createdAt' | 'tryAt'>;

export async function insertLater(tx: Tx, row: NewLater): Promise<void> {
  await tx
    .insertInto('scheduledMessages')
    .values({ ...row, tryAt: row.dueAt })
    .execute();
}

type LaterPlan = Pick<LaterRow, 'writerId' | 'writerName' | 'text' | 'dueAt' | 'zone' | 'onlyIfSilent' | 'customerCount' | 'version'>;

/** Plans one anew. */
export async function replanLater(tx: Tx, enterpriseId: string, scheduledId: string, plan: LaterPlan): Promise<void> {
  await tx
    .updateTable('scheduledMessages')
    .set({ ...plan, tryAt: plan.dueAt, state: 'planned', reason: '', settledAt: null })
    .where('enterpriseId', '=', enterpriseId)
    .where('scheduledId', '=', scheduledId)
    .execute();
}

export async function deleteLater(tx: Tx, enterpriseId: string, scheduledId: string): Promise<void> {
  await tx.deleteFrom('scheduledMessages').where('enterpriseId', '=', enterpriseId).where('scheduledId', '=', scheduledId).execute();
}

/** The outcome of one. @property state 'sent': the chat's record has its words from now on */
export type Settled = { scheduledId: string; state: Exclude<LaterState, 'planned'> | 'sent'; reason: LaterReason | '' };

export async function settleLater(tx: Tx, enterpriseId: string, settled: readonly Settled[], now: Date): Promise<void> {
  if (settled.length === 0) return;
  const [ids, states, reasons] = [
    settled.map(({ scheduledId }) => scheduledId),
    settled.map((one) => one.state),
    settled.map((one) => one.reason),
  ];
  await sql`update scheduled_messages s set state = r.state, reason = r.reason, settled_at = ${now}, version = s.version + 1,
      text = case when r.state = 'sent' then '' else s.text end
    from unnest(${ids}::uuid[], ${states}::text[], ${reasons}::text[]) r (scheduled_id, state, reason)
    where s.enterprise_id = ${enterpriseId} and s.scheduled_id = r.scheduled_id`.execute(tx);
}

/** A page of chats with messages that are due, of all enterprises. */
export async function findDueLater(db: Db, atMost: number): Promise<{ enterpriseId: string; chatId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; chatId: string }>`select * from due_scheduled_messages(${atMost})`.execute(db);
  return rows;
}

/** Messages of locked chats that are due, in the order of their times. */
export const listDueLater = (tx: Tx, enterpriseId: string, chatIds: readonly string[], now: Date): Promise<LaterRow[]> =>
  tx
    .selectFrom('scheduledMessages')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`chat_id = any(${[...chatIds]}::uuid[])`)
    .where('state', '=', 'planned')
    .where('tryAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('scheduledId')
    .execute();

/** Puts off what could not be looked at, so that it does not stand before all others, and notes since when it fails. */
export async function putOffLater(tx: Tx, enterpriseId: string, chatIds: readonly string[], { now, until }: { now: Date; until: Date }) {
  await sql`update scheduled_messages set try_at = ${until}, settled_at = coalesce(settled_at, ${now})
    where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[])
    and state = 'planned' and try_at <= ${now}`.execute(tx);
}

/** Messages of a locked chat that have failed since then or longer. */
export const listFailing = (tx: Tx, enterpriseId: string, chatId: string, since: Date): Promise<LaterRow[]> =>
  ofChat(tx, enterpriseId, chatId).where('s.state', '=', 'planned').where('s.settledAt', '<=', since).orderBy('s.dueAt').execute();

/** Tells whether a chat has a message that is to leave by itself. */
export async function hasPlanned(tx: Read, enterpriseId: string, chatId: string): Promise<boolean> {
  return (await ofChat(tx, enterpriseId, chatId).where('s.state', '=', 'planned').limit(1).executeTakeFirst()) !== undefined;
}

/** Counts what the customer has written behind a number. */
export async function countWrittenAfter(tx: Read, enterpriseId: string, chatId: string, after: number): Promise<number> {
  const { count } = await tx
    .selectFrom('chatActions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '>', after)
    .where('actionType', '=', chatActionTypes.customerReply)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Name and zone of the customer of each chat. */
export async function findCustomer(tx: Read, enterpriseId: string, customerId: string): Promise<{ name: string; zone: string }> {
  const row = await tx
    .selectFrom('customers')
    .select(['name', sql<string | null>`profile->>'timeZone'`.as('zone')])
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .executeTakeFirst();
  return { name: row?.name ?? '', zone: row?.zone ?? '' };
}
