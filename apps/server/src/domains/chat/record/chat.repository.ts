import { chatActionTypes, chatStates, type RuleEvent } from '@parley/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatActionTable, ChatOfferTable, ChatTable, Visit } from '#platform/db/schema.chat.ts';
import { chatLine, ledgerInsert } from '../../messaging/door.sql.ts';
import type { ChatLine, LedgerRow } from '../../messaging/door.talk.ts';
import type { ClockChanges } from '../clock/clock.repository.ts';

export type ChatRow = Selectable<ChatTable>;
/** A kind of rule that the enterprise has, switched on. @property deptId null: for chats of all departments @property minutes of the event `waits` alone */
export type RuleMark = { event: RuleEvent; minutes: number; deptId: string | null };
/**
 * A chat under its lock, with the agents who take part. Fields are changed in memory and written by `recordChats`, clocks with them.
 * @property ruleMarks come with the row, so that a chat whose events have no rule asks nothing about rules
 */
export type LockedChat = ChatRow & { agentIds: string[]; line: ChatLine | null; clocks: ClockChanges; ruleMarks: RuleMark[] };
export type ActionRow = Selectable<ChatActionTable>;
export type OfferRow = Selectable<ChatOfferTable>;

const agentIds = sql<string[]>`array(select p.user_id from chat_participants p
  where p.enterprise_id = chats.enterprise_id and p.chat_id = chats.chat_id and p.kind <> 'left')`.as('agentIds');

/** @param ofEnterprise its id: given as a value, the rules are read once for all rows */
const ruleMarks = (ofEnterprise: RawBuilder<unknown>) =>
  sql<RuleMark[]>`coalesce((select jsonb_agg(distinct jsonb_build_object('event', r.event, 'minutes', r.wait_minutes, 'deptId', r.dept_id))
  from chat_rules r where r.enterprise_id = ${ofEnterprise} and r.is_on), '[]')`.as('ruleMarks');

const closedStates = sql`(${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)})`;

/** Locks chats in the order of their ids, so that two transactions never wait for each other. */
async function lockWhere(tx: Tx, enterpriseId: string, condition: RawBuilder<boolean>): Promise<LockedChat[]> {
  const rows = await tx
    .selectFrom('chats')
    .selectAll()
    .select([agentIds, ruleMarks(sql`${enterpriseId}::uuid`), chatLine('chats').as('line')])
    .where('enterpriseId', '=', enterpriseId)
    .where(condition)
    .orderBy('chatId')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, clocks: new Map() }));
}

export const lockChats = (tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<LockedChat[]> =>
  lockWhere(tx, enterpriseId, sql`chat_id = any(${chatIds}::uuid[])`);

/**
 * The same, each closed one together with the open one that has followed it: whoever writes into chats that may have been closed holds all of
 * them before it begins, since a lock that is taken later would be out of the order.
 */
export const lockWithFollowing = (tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<LockedChat[]> =>
  lockWhere(
    tx,
    enterpriseId,
    sql`chat_id = any(${chatIds}::uuid[] || array(select o.chat_id from chats c
      join chats o on o.enterprise_id = c.enterprise_id and o.channel_id = c.channel_id and o.customer_id = c.customer_id
        and o.state not in ${closedStates}
      where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[]) and c.state in ${closedStates}))`,
  );

/** @param withLast of these customers the last chat too, open or not */
export const lockOpenChats = (
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  customerIds: readonly string[],
  withLast: readonly string[] = [],
): Promise<LockedChat[]> => {
  const areOpen = sql<boolean>`channel_id = ${channelId} and customer_id = any(${customerIds}::uuid[]) and state not in ${closedStates}`;
  if (withLast.length === 0) return lockWhere(tx, enterpriseId, areOpen);
  return lockWhere(
    tx,
    enterpriseId,
    sql`(${areOpen} or chat_id = any(array(select last.chat_id from unnest(${[...withLast]}::uuid[]) c (customer_id) cross join lateral (
      select l.chat_id from chats l where l.enterprise_id = ${enterpriseId} and l.customer_id = c.customer_id and l.channel_id = ${channelId}
      order by l.created_at desc limit 1) last)))`,
  );
};

/**
 * A missed chat waits for a month, and as long as it is its customer's last: a customer who came back is served in the newer chat.
 * @param chats what the query calls the table
 */
export function waitsAsMissed(chats: 'c' | 'chats') {
  const column = (name: string) => sql.ref(`${chats}.${name}`);
  return sql<boolean>`${column('state')} = ${sql.lit(chatStates.missed)} and ${column('closedAt')} > now() - interval '30 days'
    and not exists (select from chats newer where newer.enterprise_id = ${column('enterpriseId')} and newer.customer_id = ${column('customerId')}
      and newer.channel_id = ${column('channelId')} and newer.created_at > ${column('createdAt')})`;
}

/**
 * Condition that an agent sees a waiting chat: it is offered to everybody, or to a department of theirs.
 * @param chats what the query calls the table
 * @param departments of the agent; 'all' for a supervisor of the enterprise
 */
export function isOffered(chats: 'c' | 'chats', departments: readonly string[] | 'all') {
  if (departments === 'all') return sql<boolean>`true`;
  const offeredTo = sql.ref(`${chats}.offeredTo`);
  return sql<boolean>`(${offeredTo} = '{}' or ${offeredTo} && ${departments}::uuid[])`;
}

const isByHandOrFree = sql<boolean>`(fit_key = '' or not exists (select from chat_offers o where o.enterprise_id = chats.enterprise_id
  and o.chat_id = chats.chat_id and o.state = 'waiting' and o.kind <> 'invite'))`;

/**
 * The longest waiting chat that nobody else is taking right now.
 * @param withRouted also of those that the program gives out, where nobody has them on offer
 */
export async function lockOldestWaiting(
  tx: Tx,
  enterpriseId: string,
  kind: 'new' | 'missed',
  departments: readonly string[] | 'all',
  withRouted: boolean,
): Promise<LockedChat | undefined> {
  const waiting = tx
    .selectFrom('chats')
    .selectAll()
    .select([agentIds, ruleMarks(sql`${enterpriseId}::uuid`), chatLine('chats').as('line')])
    .where('enterpriseId', '=', enterpriseId)
    .where(isOffered('chats', departments));
  const chat = await (kind === 'new'
    ? waiting
        .where('handledBy', '=', 'queue')
        .where('state', '=', chatStates.created)
        .where(withRouted ? isByHandOrFree : sql<boolean>`fit_key = ''`)
        .orderBy('priority', 'desc')
        .orderBy('queuedAt')
    : waiting.where(waitsAsMissed('chats')).orderBy('closedAt')
  )
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return chat && { ...chat, clocks: new Map() };
}

export function findLastChat(tx: Read, enterpriseId: string, channelId: string, customerId: string): Promise<ChatRow | undefined> {
  return tx
    .selectFrom('chats')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('customerId', '=', customerId)
    .where('channelId', '=', channelId)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Facts of a chat that may have been missed. */
export const findMissed = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('chats')
    .select(['state', 'offeredTo', 'missedAt', 'missedReason'])
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .executeTakeFirstOrThrow();

/** The last chat of each of these customers on a channel. */
export async function findLastChats(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  customerIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ customerId: string; chatId: string }>`
    select c.customer_id, last.chat_id from unnest(${[...customerIds]}::uuid[]) c (customer_id)
    cross join lateral (select chat_id from chats where enterprise_id = ${enterpriseId} and customer_id = c.customer_id
      and channel_id = ${channelId} order by created_at desc limit 1) last`.execute(tx);
  return new Map(rows.map(({ customerId, chatId }) => [customerId, chatId]));
}

type NewChat = Pick<ChatRow, 'enterpriseId' | 'chatId' | 'channelId' | 'customerId' | 'address' | 'handledBy' | 'previousChatId'> & {
  visit: Visit;
  now: Date;
};

export async function insertChat(tx: Tx, { line, ...chat }: NewChat & { line: ChatLine | null }): Promise<LockedChat> {
  const [stored] = await insertChats(tx, [chat]);
  return { ...(stored as NewRow), agentIds: [], line, clocks: new Map() };
}

type NewRow = ChatRow & Pick<LockedChat, 'ruleMarks'>;

export const insertChats = (tx: Tx, chats: readonly NewChat[]): Promise<NewRow[]> =>
  tx
    .insertInto('chats')
    .values(
      chats.map(({ now, visit, ...row }) => ({
        ...row,
        deptId: sql<
          string | null
        >`(select dept_id from channels where enterprise_id = ${row.enterpriseId} and channel_id = ${row.channelId})`,
        chatNo: sql<number>`take_chat_number(${row.enterpriseId})`,
        visit: JSON.stringify(visit),
        botState: '{}',
        lastActivityAt: now,
        createdAt: now,
      })),
    )
    .returningAll()
    .returning(ruleMarks(sql.ref('chats.enterpriseId')))
    .execute();

const chatColumns = sql`
  chat_id uuid, address text, state smallint, handled_by text, owner_id uuid, last_number integer, message_count integer, customer_count integer,
  customer_received_number integer, customer_read_number integer, agent_read_number integer, last_message text, last_activity_at timestamptz,
  waiting_since timestamptz, queued_at timestamptz, deadline_at timestamptz, picked_up_at timestamptz, open_wait_seconds integer, first_reply_at timestamptz,
  closed_at timestamptz, missed_reason smallint, missed_at timestamptz, rating smallint, rating_comment text, feedback text, bot_state jsonb, bot_number integer,
  priority smallint, returns_to uuid, asks_rating boolean, settings_no integer,
  service jsonb, course jsonb`;

const toChatRecord = (chat: LockedChat) => ({
  chat_id: chat.chatId,
  address: chat.address,
  state: chat.state,
  handled_by: chat.handledBy,
  owner_id: chat.ownerId,
  last_number: chat.lastNumber,
  message_count: chat.messageCount,
  customer_count: chat.customerCount,
  customer_received_number: chat.customerReceivedNumber,
  customer_read_number: chat.customerReadNumber,
  agent_read_number: chat.agentReadNumber,
  last_message: chat.lastMessage,
  last_activity_at: chat.lastActivityAt,
  waiting_since: chat.waitingSince,
  queued_at: chat.queuedAt,
  deadline_at: chat.deadlineAt,
  picked_up_at: chat.pickedUpAt,
  open_wait_seconds: chat.openWaitSeconds,
  first_reply_at: chat.firstReplyAt,
  closed_at: chat.closedAt,
  missed_reason: chat.missedReason,
  missed_at: chat.missedAt,
  rating: chat.rating,
  rating_comment: chat.ratingComment,
  feedback: chat.feedback,
  bot_state: chat.botState,
  bot_number: chat.botNumber,
  priority: chat.priority,
  returns_to: chat.returnsTo,
  asks_rating: chat.asksRating,
  settings_no: chat.settingsNo,
  service: chat.service,
  course: chat.course,
});

const toActionRecord = (row: ActionRow) => ({
  chat_id: row.chatId,
  number: row.number,
  acted_on: row.actedOn,
  action_id: row.actionId,
  action_type: row.actionType,
  author_kind: row.authorKind,
  author_id: row.authorId,
  author_name: row.authorName,
  message: row.message,
  attachment: row.attachment,
  message_key: row.messageKey,
  detail: row.detail,
});

export type ChatRecord = {
  chats: readonly LockedChat[];
  actions: readonly ActionRow[];
  ledger: readonly LedgerRow[];
  keys: readonly { senderId: string; messageKey: string; chatId: string; number: number }[];
};

/** Writes locked chats with their new entries, ledger rows and keys: one statement, however many they are. */
export async function recordChats(tx: Tx, enterpriseId: string, { chats, actions, ledger, keys }: ChatRecord): Promise<void> {
  const keyRecords = keys.map((key) => ({ sender_id: key.senderId, message_key: key.messageKey, chat_id: key.chatId, number: key.number }));
  await sql`
    with stored_keys as (
      insert into message_keys (enterprise_id, sender_id, message_key, chat_id, number)
      select ${enterpriseId}, r.* from jsonb_to_recordset(${JSON.stringify(keyRecords)}::jsonb) as r(sender_id uuid, message_key text, chat_id uuid, number integer)
    ), stored_actions as (
      insert into chat_actions (enterprise_id, chat_id, number, acted_on, action_id, action_type, author_kind, author_id, author_name, message, attachment, message_key, detail)
      select ${enterpriseId}, r.chat_id, r.number, r.acted_on, r.action_id, r.action_type, r.author_kind, r.author_id, r.author_name, r.message, r.attachment, r.message_key, r.detail
      from jsonb_to_recordset(${JSON.stringify(actions.map(toActionRecord))}::jsonb) as r(
        chat_id uuid, number integer, acted_on timestamptz, action_id uuid, action_type smallint, author_kind text, author_id uuid, author_name text,
        message text, attachment jsonb, message_key text, detail jsonb)
    ), stored_ledger as (
      ${ledgerInsert(enterpriseId, ledger)}
    )
    update chats c set
      address = r.address, state = r.state, handled_by = r.handled_by, owner_id = r.owner_id, last_number = r.last_number, message_count = r.message_count,
      customer_count = r.customer_count, customer_received_number = r.customer_received_number, customer_read_number = r.customer_read_number,
      agent_read_number = r.agent_read_number, last_message = r.last_message, last_activity_at = r.last_activity_at, waiting_since = r.waiting_since,
      queued_at = r.queued_at, deadline_at = r.deadline_at, picked_up_at = r.picked_up_at, open_wait_seconds = r.open_wait_seconds, first_reply_at = r.first_reply_at, closed_at = r.closed_at,
      missed_reason = r.missed_reason, missed_at = r.missed_at, rating = r.rating, rating_comment = r.rating_comment, feedback = r.feedback, bot_state = r.bot_state,
      bot_number = r.bot_number, priority = r.priority, queue_priority = r.priority, returns_to = r.returns_to, asks_rating = r.asks_rating, settings_no = r.settings_no,
      service = r.service, course = r.course
    from jsonb_to_recordset(${JSON.stringify(chats.map(toChatRecord))}::jsonb) as r(${chatColumns})
    where c.enterprise_id = ${enterpriseId} and c.chat_id = r.chat_id`.execute(tx);
}

/** Writes of locked chats whether their visitors talk by WhatsApp. */
export async function writeWays(tx: Tx, enterpriseId: string, chats: readonly Pick<LockedChat, 'chatId' | 'visit'>[]): Promise<void> {
  const ways = chats.map(({ chatId, visit: { byPhone = null } }) => ({ chat_id: chatId, way: byPhone ? { byPhone } : {} }));
  await sql`update chats c set visit = (c.visit - 'byPhone') || w.way
    from jsonb_to_recordset(${JSON.stringify(ways)}::jsonb) as w(chat_id uuid, way jsonb)
    where c.enterprise_id = ${enterpriseId} and c.chat_id = w.chat_id`.execute(tx);
}

/** One look into the index for each key: the limit keeps the planner from reading all keys of the enterprise where it has no statistics yet. */
export async function findKeys(tx: Tx, enterpriseId: string, keys: readonly { senderId: string; key: string }[]) {
  if (keys.length === 0) return [];
  const { rows } = await sql<{ senderId: string; messageKey: string; chatId: string; number: number }>`
    select k.* from unnest(${keys.map((key) => key.senderId)}::uuid[], ${keys.map((key) => key.key)}::text[]) as wanted(sender_id, message_key)
    cross join lateral (
      select sender_id, message_key, chat_id, number from message_keys
      where enterprise_id = ${enterpriseId} and sender_id = wanted.sender_id and message_key = wanted.message_key
      limit 1) as k`.execute(tx);
  return rows;
}

export function findAction(tx: Read, enterpriseId: string, chatId: string, number: number): Promise<ActionRow | undefined> {
  return tx
    .selectFrom('chatActions')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Those of these customers whose open chat on the channel people have, or wait for. */
export async function findWithPeople(
  tx: Tx,
  enterpriseId: string,
  channelId: string,
  customerIds: readonly string[],
): Promise<Set<string>> {
  if (customerIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('chats')
    .select('customerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('channelId', '=', channelId)
    .where(sql<boolean>`customer_id = any(${[...customerIds]}::uuid[])`)
    .where('state', 'not in', [sql.lit(chatStates.closed), sql.lit(chatStates.missed)])
    .where('handledBy', 'in', ['agent', 'queue'])
    .execute();
  return new Set(rows.map(({ customerId }) => customerId));
}

/** The words of entries, by chat and number. */
export async function readTexts(
  tx: Read,
  enterpriseId: string,
  entries: readonly { chatId: string; number: number }[],
): Promise<Map<string, string>> {
  if (entries.length === 0) return new Map();
  const { rows } = await sql<{ chatId: string; number: number; message: string }>`
    select a.chat_id, a.number, a.message from unnest(${entries.map(({ chatId }) => chatId)}::uuid[], ${entries.map((entry) => entry.number)}::int[]) w(id, no)
    join chat_actions a on a.enterprise_id = ${enterpriseId} and a.chat_id = w.id and a.number = w.no`.execute(tx);
  return new Map(rows.map(({ chatId, number, message }) => [`${chatId} ${number}`, message]));
}

/** A page of the record, oldest first: the newest, those above `before`, or those missed since `after`. */
export async function listActions(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  page: { after?: number | undefined; before?: number | undefined; perPage: number },
): Promise<ActionRow[]> {
  const record = tx.selectFrom('chatActions').selectAll().where('enterpriseId', '=', enterpriseId).where('chatId', '=', chatId);
  if (page.after !== undefined) return record.where('number', '>', page.after).orderBy('number').limit(page.perPage).execute();
  const rows = await record
    .$if(page.before !== undefined, (query) => query.where('number', '<', page.before ?? 0))
    .orderBy('number', 'desc')
    .limit(page.perPage)
    .execute();
  return rows.reverse();
}

/** Entries of a page up to a number that were changed after they were written, as a visitor sees it: by new words, a reaction, or taken back. */
export const listChanged = (tx: Read, enterpriseId: string, chatId: string, upTo: number, perPage: number): Promise<ActionRow[]> =>
  tx
    .selectFrom('chatActions')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '<=', upTo)
    .where(sql<boolean>`detail ?| array['edited', 'revoked', 'ourReaction']`)
    .orderBy('number', 'desc')
    .limit(perPage)
    .execute();

/**
 * Answers of ours in each of these chats after a number, newest first: of agents, bots, streams and own systems. The welcome and the other
 * phrases of the system answer nothing.
 */
export async function listAnswersAfter(
  tx: Read,
  enterpriseId: string,
  chats: readonly { chatId: string; after: number }[],
  mostOfChat: number,
): Promise<ActionRow[]> {
  if (chats.length === 0) return [];
  const { rows } =
    await sql<ActionRow>`select a.* from unnest(${chats.map(({ chatId }) => chatId)}::uuid[], ${chats.map(({ after }) => after)}::integer[])
      as w(chat_id, after)
    cross join lateral (select * from chat_actions a where a.enterprise_id = ${enterpriseId} and a.chat_id = w.chat_id and a.number > w.after
      and a.action_type = ${sql.lit(chatActionTypes.agentReply)} and (a.author_kind in ('agent', 'bot') or a.detail ? 'relay')
      order by a.number desc limit ${mostOfChat}) a
    order by a.number desc`.execute(tx);
  return rows;
}

/** Tells whether a message of somebody stands behind an entry; a phrase of the system is none. */
export async function hasMessageAfter(tx: Tx, { enterpriseId, chatId, number }: ActionRow): Promise<boolean> {
  const row = await tx
    .selectFrom('chatActions')
    .select('number')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '>', number)
    .where('actionType', 'in', [chatActionTypes.customerReply, chatActionTypes.agentReply])
    .where('authorKind', '!=', 'system')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest entries of the customer behind a number, newest first. */
export const listWrittenAfter = (
  tx: Tx,
  { enterpriseId, chatId }: Pick<ChatRow, 'enterpriseId' | 'chatId'>,
  after: number,
  most: number,
): Promise<ActionRow[]> =>
  tx
    .selectFrom('chatActions')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('number', '>', after)
    .where('actionType', '=', chatActionTypes.customerReply)
    .orderBy('number', 'desc')
    .limit(most)
    .execute();

export async function putParticipant(
  tx: Tx,
  enterpriseId: string,
  chatId: string,
  userId: string,
  kind: 'owner' | 'invited' | 'left',
  now: Date,
): Promise<void> {
  await tx
    .insertInto('chatParticipants')
    .values({ enterpriseId, chatId, userId, kind, joinedAt: now })
    .onConflict((conflict) => conflict.columns(['enterpriseId', 'chatId', 'userId']).doUpdateSet({ kind, joinedAt: now }))
    .execute();
}

/** The owner leaves because another takes over; who was invited stays. */
export async function leaveOwner(tx: Tx, enterpriseId: string, chatId: string): Promise<void> {
  await tx
    .updateTable('chatParticipants')
    .set({ kind: 'left' })
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('kind', '=', 'owner')
    .execute();
}

/** Nobody among people takes part any more. */
export async function leaveAll(tx: Tx, enterpriseId: string, chatId: string): Promise<void> {
  await tx
    .updateTable('chatParticipants')
    .set({ kind: 'left' })
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('kind', '<>', 'left')
    .execute();
}

/** The number of the customer's first entry at that time or later. */
export async function findWrittenSince(tx: Read, enterpriseId: string, chatId: string, since: Date): Promise<number | undefined> {
  const row = await tx
    .selectFrom('chatActions')
    .select('number')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('actedOn', '>=', since)
    .where('actionType', '=', chatActionTypes.customerReply)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  return row?.number;
}

/** Moves a locked chat to a department; null: to none. */
export async function updateDepartment(tx: Tx, enterpriseId: string, chatId: string, deptId: string | null): Promise<void> {
  await tx.updateTable('chats').set({ deptId }).where('enterpriseId', '=', enterpriseId).where('chatId', '=', chatId).execute();
}

/** Tells whether an agent has answered a chat yet. */
export async function hasAnswered(tx: Read, enterpriseId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('chats')
    .select('chatId')
    .where('enterpriseId', '=', enterpriseId)
    .where('firstReplyAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
