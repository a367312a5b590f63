import { chatActionTypes, chatStates } from '@parley/contract';
import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ChatTable } from '#platform/db/schema.chat.ts';
import { chatLine } from '../../messaging/door.sql.ts';
import { isOffered, waitsAsMissed } from './chat.repository.ts';
import { marks } from './mark.repository.ts';

export type ChatUserRow = { userId: string; name: string; email: string; kind: 'owner' | 'invited' | 'left'; profileFileId: string | null };

const users = sql<
  ChatUserRow[]
>`coalesce((select jsonb_agg(jsonb_build_object('userId', p.user_id, 'name', u.name, 'email', u.email, 'kind', p.kind,
    'profileFileId', u.profile_file_id) order by p.joined_at)
  from chat_participants p join users u on u.enterprise_id = p.enterprise_id and u.user_id = p.user_id
  where p.enterprise_id = c.enterprise_id and p.chat_id = c.chat_id), '[]')`.as('users');

/** The earlier one of its own time and the longest one. Only a suspended chat has one, so that the look costs the others nothing. */
const wakeAt = sql<Date | null>`case when c.state = ${sql.lit(chatStates.suspended)} then (select min(w.due_at) from chat_clocks w
  where w.enterprise_id = c.enterprise_id and w.chat_id = c.chat_id and w.kind in ('wake', 'suspendedMost')) end`.as('wakeAt');

/**
 * Chats as the list shows them to one user, with what is that user's own: pin and unread. Customer and user's part are looked up for each chat by
 * its key: as joins, where a table has no statistics yet, each chat was compared with all that the user has ever had.
 * @param chatIds those alone, each by its key; undefined: what the caller's conditions find
 */
function summaries(tx: Read, enterpriseId: string, viewerId: string, chatIds?: readonly string[]) {
  const chats =
    chatIds === undefined
      ? sql<Selectable<ChatTable>>`chats`
      : sql<Selectable<ChatTable>>`(select x.* from unnest(${[...chatIds]}::uuid[]) as g(chat_id)
          cross join lateral (select y.* from chats y where y.enterprise_id = ${enterpriseId} and y.chat_id = g.chat_id limit 1) x)`;
  return tx
    .selectFrom(chats.as('c'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('customers')
          .select(['name', 'number', 'email', 'createdAt'])
          .whereRef('customers.enterpriseId', '=', 'c.enterpriseId')
          .whereRef('customers.customerId', '=', 'c.customerId')
          .limit(1)
          .as('k'),
      (join) => join.onTrue(),
    )
    .innerJoin('channels as h', (join) => join.onRef('h.enterpriseId', '=', 'c.enterpriseId').onRef('h.channelId', '=', 'c.channelId'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('chatParticipants')
          .select(['isPinned', 'readCount', 'kind'])
          .whereRef('chatParticipants.enterpriseId', '=', 'c.enterpriseId')
          .whereRef('chatParticipants.chatId', '=', 'c.chatId')
          .where('chatParticipants.userId', '=', viewerId)
          .limit(1)
          .as('me'),
      (join) => join.onTrue(),
    )
    .leftJoin('chatLabels as l', (join) => join.onRef('l.enterpriseId', '=', 'c.enterpriseId').onRef('l.labelId', '=', 'c.labelId'))
    .selectAll('c')
    .select([
      'l.name as labelName',
      'l.colour as labelColour',
      'k.name as customerName',
      'k.number as customerNumber',
      'k.email as customerEmail',
      'k.createdAt as customerCreatedAt',
      'h.name as channelName',
      'h.type as channelType',
      'me.isPinned',
      'me.readCount',
      'me.kind as participation',
    ])
    .select([users, wakeAt, marks, chatLine('c').as('line')])
    .where('c.enterpriseId', '=', enterpriseId);
}
export type SummaryRow = Awaited<ReturnType<ReturnType<typeof summaries>['execute']>>[number];

export function findSummary(tx: Read, enterpriseId: string, viewerId: string, chatId: string): Promise<SummaryRow | undefined> {
  return summaries(tx, enterpriseId, viewerId).where('c.chatId', '=', chatId).executeTakeFirst();
}

/** The same of many chats, in no order. */
export function listSummaries(tx: Read, enterpriseId: string, viewerId: string, chatIds: readonly string[]): Promise<SummaryRow[]> {
  if (chatIds.length === 0) return Promise.resolve([]);
  return summaries(tx, enterpriseId, viewerId, chatIds).execute();
}

/** Chats in which the user takes part and that are open, latest first. */
export function listActive(
  tx: Read,
  enterpriseId: string,
  viewerId: string,
  { channelIds, ...page }: { channelIds: readonly string[]; from: number; limit: number },
): Promise<SummaryRow[]> {
  return summaries(tx, enterpriseId, viewerId)
    .$if(channelIds.length > 0, (query) => query.where('c.channelId', 'in', channelIds))
    .where('c.chatId', 'in', (eb) =>
      eb
        .selectFrom('chatParticipants')
        .select('chatId')
        .where('enterpriseId', '=', enterpriseId)
        .where('userId', '=', viewerId)
        .where('kind', '<>', 'left'),
    )
    .where('c.state', 'in', [chatStates.started, chatStates.ongoing, chatStates.suspended])
    .orderBy('c.lastActivityAt', 'desc')
    .$call(pageOf(page))
    .execute();
}

/** The latest chat with the customer in which the user takes, or took, part. */
export function findLastSeenChat(tx: Tx, enterpriseId: string, userId: string, customerId: string) {
  return tx
    .selectFrom('chats as c')
    .innerJoin('chatParticipants as p', (join) =>
      join.onRef('p.enterpriseId', '=', 'c.enterpriseId').onRef('p.chatId', '=', 'c.chatId').on('p.userId', '=', userId),
    )
    .select('c.chatId')
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.customerId', '=', customerId)
    .orderBy('c.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Other chats of a chat's customer, latest first. @param channelIds none: of every channel */
export function listPrevious(
  tx: Read,
  { enterpriseId, customerId, chatId }: Pick<SummaryRow, 'enterpriseId' | 'customerId' | 'chatId'>,
  channelIds: readonly string[],
) {
  return tx
    .selectFrom('chats as c')
    .innerJoin('channels as h', (join) => join.onRef('h.enterpriseId', '=', 'c.enterpriseId').onRef('h.channelId', '=', 'c.channelId'))
    .select(['c.chatId', 'c.createdAt', 'c.state', 'c.lastMessage', 'c.rating', 'h.type as channelType'])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.customerId', '=', customerId)
    .where('c.chatId', '<>', chatId)
    .$if(channelIds.length > 0, (query) => query.where('c.channelId', 'in', channelIds))
    .orderBy('c.createdAt', 'desc')
    .limit(20)
    .execute();
}

type Viewer = { enterpriseId: string; userId: string };

/** Counts the chats that wait for this user, by kind. Each count is over an index that holds waiting chats alone. */
export async function countWaiting(tx: Read, { enterpriseId, userId }: Viewer, departments: readonly string[] | 'all') {
  const offers = (kind: 'transfer' | 'invite' | 'assign') =>
    tx
      .selectFrom('chatOffers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('enterpriseId', '=', enterpriseId)
      .where('toUserId', '=', userId)
      .where('kind', '=', kind)
      .where('state', '=', 'waiting');
  const row = await tx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('chats')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('enterpriseId', '=', enterpriseId)
        .where('handledBy', '=', 'queue')
        .where('state', '=', chatStates.created)
        .where(isOffered('chats', departments))
        .as('new'),
      eb
        .selectFrom('chats')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .where('enterpriseId', '=', enterpriseId)
        .where(waitsAsMissed('chats'))
        .where(isOffered('chats', departments))
        .as('missed'),
      offers('transfer').as('transferred'),
      offers('invite').as('invited'),
      offers('assign').as('assigned'),
    ])
    .executeTakeFirstOrThrow();
  return {
    new: Number(row.new),
    missed: Number(row.missed),
    transferred: Number(row.transferred),
    invited: Number(row.invited),
    assigned: Number(row.assigned),
  };
}

const waitingLimit = 200;

/** Note for the department that the chat was transferred to last; '' where that was a colleague, or nobody. */
const departmentNote = sql<string>`coalesce((select a.detail->>'note' from (
    select t.detail from chat_actions t where t.enterprise_id = c.enterprise_id and t.chat_id = c.chat_id
      and t.acted_on >= c.created_at and t.action_type = ${sql.lit(chatActionTypes.agentTransferred)} order by t.number desc limit 1) a
  where a.detail ? 'departmentId'), '')`.as('note');

/** Waiting chats of one kind, longest first, with who offers them. */
export async function listWaiting(
  tx: Read,
  { enterpriseId, userId }: Viewer,
  departments: readonly string[] | 'all',
  kind: 'new' | 'missed' | 'transfer' | 'invite' | 'assign',
  now: Date,
) {
  const base = tx
    .selectFrom('chats as c')
    .innerJoin('customers as k', (join) => join.onRef('k.enterpriseId', '=', 'c.enterpriseId').onRef('k.customerId', '=', 'c.customerId'))
    .innerJoin('channels as h', (join) => join.onRef('h.enterpriseId', '=', 'c.enterpriseId').onRef('h.channelId', '=', 'c.channelId'))
    .where('c.enterpriseId', '=', enterpriseId)
    .select(['c.chatId', 'k.name as customerName', 'k.number as customerNumber', 'c.lastMessage', 'c.ownerId', 'h.type as channelType'])
    .limit(waitingLimit);
  if (kind === 'new') {
    return base
      .where('c.handledBy', '=', 'queue')
      .where('c.state', '=', chatStates.created)
      .where(isOffered('c', departments))
      .select(['c.queuedAt as since', sql<string | null>`null`.as('fromUserId'), sql<Date | null>`null`.as('expiresAt'), departmentNote])
      .orderBy('c.priority', 'desc')
      .orderBy('c.queuedAt')
      .execute();
  }
  if (kind === 'missed') {
    return base
      .where(waitsAsMissed('c'))
      .where(isOffered('c', departments))
      .select(['c.closedAt as since', sql<string | null>`null`.as('fromUserId'), sql<Date | null>`null`.as('expiresAt'), departmentNote])
      .orderBy('c.closedAt')
      .execute();
  }
  return base
    .innerJoin('chatOffers as o', (join) => join.onRef('o.enterpriseId', '=', 'c.enterpriseId').onRef('o.chatId', '=', 'c.chatId'))
    .where('o.toUserId', '=', userId)
    .where('o.kind', '=', kind)
    .where('o.state', '=', 'waiting')
    .where('o.expiresAt', '>', now)
    .select(['o.createdAt as since', 'o.fromUserId', 'o.expiresAt', 'o.note'])
    .orderBy('o.createdAt')
    .execute();
}

/** The transfer of the chat that waits for another agent, for its sender alone. */
export function findPendingTransfer(tx: Read, { enterpriseId, userId }: Viewer, chatId: string, now: Date) {
  return (
    tx
      .selectFrom('chatOffers as o')
      .innerJoin('chats as c', (join) => join.onRef('c.enterpriseId', '=', 'o.enterpriseId').onRef('c.chatId', '=', 'o.chatId'))
      .innerJoin('users as u', (join) => join.onRef('u.enterpriseId', '=', 'o.enterpriseId').onRef('u.userId', '=', 'o.toUserId'))
      .select(['o.toUserId as agentId', 'u.name as agentName', 'o.note'])
      .where('o.enterpriseId', '=', enterpriseId)
      .where('o.chatId', '=', chatId)
      // The owner's own transfer, or one that a key has made of the owner's chat.
      .where((eb) => eb.or([eb('o.fromUserId', '=', userId), eb.and([eb('o.fromName', '<>', ''), eb('c.ownerId', '=', userId)])]))
      .where('o.kind', '=', 'transfer')
      .where('o.state', '=', 'waiting')
      .where('o.expiresAt', '>', now)
      .executeTakeFirst()
  );
}

/** Tells whether an offer of the chat waits for the user: they may read it before they accept it. */
export async function hasOffer(tx: Read, enterpriseId: string, userId: string, chatId: string): Promise<boolean> {
  const found = await tx
    .selectFrom('chatOffers')
    .select('offerId')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('toUserId', '=', userId)
    .where('state', '=', 'waiting')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
