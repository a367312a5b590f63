import { chatActionTypes, type LaterReason, type LaterState, laterStates } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ScheduledMessageTable, StoredAttachment } from '#platform/db/schema.chat.ts';
import { type FileUser, listFiles } from '../../file/door.ts';

export type LaterRow = Omit<Selectable<ScheduledMessageTable>, 'state' | 'fileState'> & { state: LaterState | 'sent' };

/**
 * The state of a message. One with a file is 'filed' in the column that processes of the version before look at: they would send its words
 * alone.
 */
const stateOf = sql<LaterState | 'sent'>`coalesce(file_state, state)`;
const asStates = (state: LaterState, attachment: StoredAttachment | null) =>
  attachment ? { state: 'filed' as const, fileState: state } : { state, fileState: null };
const columns = [
  ...(['enterpriseId', 'scheduledId', 'chatId', 'writerId', 'writerName', 'text', 'attachment', 'dueAt', 'zone', 'onlyIfSilent'] as const),
  ...(['customerCount', 'reason', 'tryAt', 'requestKey', 'version', 'settledAt', 'createdAt'] as const),
  stateOf.as('state'),
] as const;

const ofChat = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('scheduledMessages')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where(stateOf, 'in', laterStates);

/** Messages of a chat that have not left, by time. */
export const listLater = (tx: Read, enterpriseId: string, chatId: string): Promise<LaterRow[]> =>
  ofChat(tx, enterpriseId, chatId).orderBy('dueAt').orderBy('scheduledId').execute();

/** One that has not left. The chat is locked: whoever changes one holds that lock. */
export const findLater = (tx: Read, enterpriseId: string, chatId: string, scheduledId: string): Promise<LaterRow | undefined> =>
  ofChat(tx, enterpriseId, chatId).where('scheduledId', '=', scheduledId).executeTakeFirst();

/** One that was planned under this key, whatever has become of it. */
export const findByKey = (tx: Read, enterpriseId: string, writerId: string, requestKey: string): Promise<LaterRow | undefined> =>
  tx
    .selectFrom('scheduledMessages')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where('writerId', '=', writerId)
    .where('requestKey', '=', requestKey)
    .executeTakeFirst();

type NewLater = Omit<LaterRow, 'state' | 'reason' | 'version' | 'settledAt' | 'createdAt' | 'tryAt'>;

export async function insertLater(tx: Tx, row: NewLater): Promise<void> {
  await tx
    .insertInto('scheduledMessages')
    .values({ ...row, ...asStates('planned', row.attachment), attachment: toJson(row.attachment), tryAt: row.dueAt })
    .execute();
}

const toJson = (attachment: StoredAttachment | null) => (attachment ? JSON.stringify(attachment) : null);

type LaterPlan = Pick<
  LaterRow,
  'writerId' | 'writerName' | 'text' | 'attachment' | 'dueAt' | 'zone' | 'onlyIfSilent' | 'customerCount' | 'version'
>;

/** Plans one anew. */
export async function replanLater(tx: Tx, enterpriseId: string, scheduledId: string, plan: LaterPlan): Promise<void> {
  await tx
    .updateTable('scheduledMessages')
    .set({
      ...plan,
      ...asStates('planned', plan.attachment),
      attachment: toJson(plan.attachment),
      tryAt: plan.dueAt,
      reason: '',
      settledAt: null,
    })
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
  await sql`update scheduled_messages s set reason = r.reason, settled_at = ${now}, version = s.version + 1,
      state = case when r.state = 'sent' or s.attachment is null then r.state else 'filed' end,
      file_state = case when r.state = 'sent' or s.attachment is null then null else r.state end,
      text = case when r.state = 'sent' then '' else s.text end,
      attachment = case when r.state = 'sent' then null else s.attachment end
    from unnest(${ids}::uuid[], ${states}::text[], ${reasons}::text[]) r (scheduled_id, state, reason)
    where s.enterprise_id = ${enterpriseId} and s.scheduled_id = r.scheduled_id`.execute(tx);
}

/** Tells whether the file of a message is still there; one without any lacks none. */
export const hasFile = async (tx: Read, { enterpriseId, attachment }: Pick<LaterRow, 'enterpriseId' | 'attachment'>): Promise<boolean> =>
  !attachment || (await listFiles(tx, enterpriseId, [attachment.id])).length > 0;

/** Keeps the files of messages that have not left. */
export const laterFiles: FileUser = {
  list: (tx, enterpriseId, fileIds) =>
    tx
      .selectFrom('scheduledMessages')
      .select([
        sql<string>`attachment ->> 'id'`.as('fileId'),
        sql<string>`attachment ->> 'name'`.as('name'),
        sql<boolean>`true`.as('isLive'),
      ])
      .where('enterpriseId', '=', enterpriseId)
      .where(sql<boolean>`attachment ->> 'id' = any(${[...fileIds]}::text[])`)
      .execute(),
};

/** A page of chats with messages that are due, of all enterprises. */
export async function findDueLater(db: Db, atMost: number): Promise<{ enterpriseId: string; chatId: string }[]> {
  const { rows } = await sql<{ enterpriseId: string; chatId: string }>`select * from due_scheduled_messages(${atMost})`.execute(db);
  return rows;
}

/** Messages of locked chats that are due, in the order of their times. */
export const listDueLater = (tx: Tx, enterpriseId: string, chatIds: readonly string[], now: Date): Promise<LaterRow[]> =>
  tx
    .selectFrom('scheduledMessages')
    .select(columns)
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`chat_id = any(${[...chatIds]}::uuid[])`)
    .where(stateOf, '=', 'planned')
    .where('tryAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('scheduledId')
    .execute();

/** Puts off what could not be looked at, so that it does not stand before all others, and notes since when it fails. */
export async function putOffLater(tx: Tx, enterpriseId: string, chatIds: readonly string[], { now, until }: { now: Date; until: Date }) {
  await sql`update scheduled_messages set try_at = ${until}, settled_at = coalesce(settled_at, ${now})
    where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[])
    and ${stateOf} = 'planned' and try_at <= ${now}`.execute(tx);
}

/** Messages of a locked chat that have failed since then or longer. */
export const listFailing = (tx: Tx, enterpriseId: string, chatId: string, since: Date): Promise<LaterRow[]> =>
  ofChat(tx, enterpriseId, chatId).where(stateOf, '=', 'planned').where('settledAt', '<=', since).orderBy('dueAt').execute();

/** Tells whether a chat has a message that is to leave by itself. */
export async function hasPlanned(tx: Read, enterpriseId: string, chatId: string): Promise<boolean> {
  return (await ofChat(tx, enterpriseId, chatId).where(stateOf, '=', 'planned').limit(1).executeTakeFirst()) !== undefined;
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
