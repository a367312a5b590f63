import { chatStates, noDepartment } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { ReadingScope } from '../access/chat.scope.ts';

/** A chat by what orders the history. */
export type HistoryKey = { chatId: string; at: Date };

/** Conditions of the history, as far as they are asked for. */
export type HistoryQuery = {
  enterpriseId: string;
  userId: string;
  scope: ReadingScope;
  /** Channels of a key; none: every one */
  channelIds: readonly string[];
  from: Date | undefined;
  until: Date | undefined;
  /** Those of whom a chat may be; undefined: of anybody */
  customerIds: readonly string[] | undefined;
  name: string;
  /** The number that `name` or `number` say */
  namedNo: number | undefined;
  chatNo: number | undefined;
  state: number | undefined;
  agentId: string | undefined;
  departmentId: string | undefined;
  channelId: string | undefined;
  missedReason: number | undefined;
  labelId: string | undefined;
  rating: number | undefined;
};

const ended = sql`c.state in (${sql.lit(chatStates.closed)}, ${sql.lit(chatStates.missed)})`;
/** A look by the key of each chat: as a join, the database might read all chats that somebody has ever taken part in. */
const takesPart = (userId: string) => sql`(select true from chat_participants t
  where t.enterprise_id = c.enterprise_id and t.chat_id = c.chat_id and t.user_id = ${userId} limit 1)`;
const hasLabel = (labelId: string) => sql`(select true from chat_label_marks m
  where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id and m.label_id = ${labelId} limit 1)`;

/** Condition that the reader may read the chat `c`, as `inScope` of chat.scope.ts has it. */
function isReadable({ scope, userId }: HistoryQuery) {
  if (scope === 'enterprise') return sql`true`;
  if (scope === 'own') return takesPart(userId);
  return sql`(c.dept_id is null or c.dept_id = any(${[...scope]}::uuid[]) or ${takesPart(userId)})`;
}

/** Reasons that one choice of the filter stands for: out of working hours are two. */
const reasonsOf = (missedReason: number): number[] => (missedReason === 1 ? [1] : [0, 2]);

/** Each chat of `g` by its key, whatever the statistics say: as a join, the database might read all chats of the enterprise. */
const chatsOf = ({ enterpriseId, name }: HistoryQuery) => sql`
  cross join lateral (select x.* from chats x where x.enterprise_id = ${enterpriseId} and x.chat_id = g.chat_id limit 1) c
  ${
    name === ''
      ? sql``
      : sql`cross join lateral (select y.name from customers y where y.enterprise_id = ${enterpriseId} and y.customer_id = c.customer_id limit 1) k`
  }`;

/** All conditions on a chat `c`, and on its customer `k` where a name is asked for. */
function conditionsOf(query: HistoryQuery): RawBuilder<unknown> {
  const {
    channelIds,
    from,
    until,
    customerIds,
    name,
    namedNo,
    chatNo,
    state,
    agentId,
    departmentId,
    channelId,
    missedReason,
    labelId,
    rating,
  } = query;
  return sql.join(
    [
      ended,
      isReadable(query),
      ...(channelIds.length === 0 ? [] : [sql`c.channel_id = any(${[...channelIds]}::uuid[])`]),
      ...(from ? [sql`c.created_at >= ${from}`] : []),
      ...(until ? [sql`c.created_at < ${until}`] : []),
      ...(customerIds ? [sql`c.customer_id = any(${[...customerIds]}::uuid[])`] : []),
      ...(name === '' ? [] : [sql`(k.name ilike ${containing(name)} or c.chat_no = ${namedNo ?? null})`]),
      ...(chatNo === undefined ? [] : [sql`c.chat_no = ${chatNo}`]),
      ...(state === undefined ? [] : [sql`c.state = ${state}`]),
      ...(agentId === undefined ? [] : [takesPart(agentId)]),
      ...(departmentId === undefined ? [] : [departmentId === noDepartment ? sql`c.dept_id is null` : sql`c.dept_id = ${departmentId}`]),
      ...(channelId === undefined ? [] : [sql`c.channel_id = ${channelId}`]),
      ...(missedReason === undefined ? [] : [sql`c.missed_reason = any(${reasonsOf(missedReason)}::smallint[])`]),
      ...(labelId === undefined ? [] : [hasLabel(labelId)]),
      ...(rating === undefined ? [] : [sql`c.rating = ${rating}`]),
    ],
    sql` and `,
  );
}

type Slice = { before: HistoryKey | undefined; most: number };

/** Chats of one range of one index, newest first: what the index does not know is asked of them alone. */
function candidatesOf(query: HistoryQuery, { before, most }: Slice): RawBuilder<unknown> {
  const { enterpriseId, userId, scope, from, until, customerIds, chatNo, agentId, departmentId, channelId } = query;
  const cut = (at: RawBuilder<unknown>, id: RawBuilder<unknown>) => sql`
    ${from ? sql`and ${at} >= ${from}` : sql``} ${until ? sql`and ${at} < ${until}` : sql``}
    ${before ? sql`and (${at}, ${id}) < (${before.at}, ${before.chatId}::uuid)` : sql``} order by ${at} desc, ${id} desc limit ${most}`;
  const chats = (condition: RawBuilder<unknown>) => sql`(select c.created_at as at, c.chat_id from chats c
    where c.enterprise_id = ${enterpriseId} ${condition} ${cut(sql`c.created_at`, sql`c.chat_id`)})`;
  const ofAgent = (agent: string) => sql`(select p.chat_created_at as at, p.chat_id from chat_participants p
    where p.enterprise_id = ${enterpriseId} and p.user_id = ${agent} ${cut(sql`p.chat_created_at`, sql`p.chat_id`)})`;
  if (chatNo !== undefined) return chats(sql`and c.chat_no = ${chatNo}`);
  if (customerIds) return chats(sql`and c.customer_id = any(${[...customerIds]}::uuid[])`);
  if (agentId !== undefined) return ofAgent(agentId);
  if (scope === 'own') return ofAgent(userId);
  if (departmentId === noDepartment) return chats(sql`and ${ended} and c.dept_id is null`);
  if (departmentId !== undefined) return chats(sql`and ${ended} and c.dept_id = ${departmentId}`);
  if (scope === 'enterprise') return chats(channelId === undefined ? sql`and ${ended}` : sql`and ${ended} and c.channel_id = ${channelId}`);
  // A page of each department, and of those together: however many chats the others have, none of theirs is read.
  return sql`(select * from (${ofAgent(userId)} union ${chats(sql`and ${ended} and c.dept_id is null`)} union (
    select n.* from unnest(${[...scope]}::uuid[]) d(id) cross join lateral ${chats(sql`and ${ended} and c.dept_id = d.id`)} n)) every
    order by at desc, chat_id desc limit ${most})`;
}

/** @property last the end of what was looked at; undefined: there was nothing. @property isAll nothing is left behind it */
export type HistorySlice = { keys: HistoryKey[]; last: HistoryKey | undefined; isAll: boolean };

/** Looks through the next chats of the history, as many as are named, for those with all conditions. */
export async function readSlice(tx: Read, query: HistoryQuery, slice: Slice): Promise<HistorySlice> {
  const { rows } = await sql<HistoryKey & { fits: boolean; looked: number }>`
    with g as materialized ${candidatesOf(query, slice)},
      fitting as (select g.at, g.chat_id from g ${chatsOf(query)} where ${conditionsOf(query)}),
      looked as (select count(*)::integer as looked from g)
    select f.at, f.chat_id, true as fits, l.looked from fitting f cross join looked l
    union all
    (select g.at, g.chat_id, false, l.looked from g cross join looked l order by g.at, g.chat_id limit 1)`.execute(tx);
  const place = ({ chatId, at }: HistoryKey): HistoryKey => ({ chatId, at });
  const last = rows.find(({ fits }) => !fits);
  return {
    keys: rows
      .filter(({ fits }) => fits)
      .map(place)
      .toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.chatId < b.chatId ? 1 : -1)),
    last: last && place(last),
    isAll: (last?.looked ?? 0) < slice.most,
  };
}

/** Those of the chats that have all conditions. */
export async function narrow(tx: Read, query: HistoryQuery, chatIds: readonly string[]): Promise<Set<string>> {
  if (chatIds.length === 0) return new Set();
  const { rows } = await sql<{
    chatId: string;
  }>`select g.chat_id from unnest(${[...chatIds]}::uuid[]) as g(chat_id) ${chatsOf(query)} where ${conditionsOf(query)}`.execute(tx);
  return new Set(rows.map(({ chatId }) => chatId));
}

/** Those of the chats in which a later message has the words too: they stand further above. */
export async function listFoundAbove(
  tx: Read,
  enterpriseId: string,
  words: string,
  chatIds: readonly string[],
  above: { actedOn: Date; chatId: string; number: number },
): Promise<Set<string>> {
  if (chatIds.length === 0) return new Set();
  const { rows } = await sql<{ chatId: string }>`select distinct s.chat_id from chat_search s
    where s.enterprise_id = ${enterpriseId} and s.chat_id = any(${[...chatIds]}::uuid[]) and s.words @@ ${words}::tsquery
      and (s.acted_on, s.chat_id, s.number) >= (${above.actedOn}, ${above.chatId}::uuid, ${above.number})`.execute(tx);
  return new Set(rows.map(({ chatId }) => chatId));
}

/** Customers with a number, in whichever way it is spelled; those in the bin too. */
export async function listCustomersByNumber(tx: Read, enterpriseId: string, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customerId: string }>`select k.customer_id from customers k
    where k.enterprise_id = ${enterpriseId} and k.deleted_at is null and k.number <> '' and k.number = any(${[...numbers]}::text[])
    union select k.customer_id from customers k
    where k.enterprise_id = ${enterpriseId} and k.deleted_at is not null and k.number = any(${[...numbers]}::text[])`.execute(tx);
  return rows.map(({ customerId }) => customerId);
}

type Named = { id: string; name: string };
const mostChoices = 1000;

/** Channels, labels and agents by their names; channels that were deleted have chats still. @param agents false: none of them */
export async function listFilterChoices(
  tx: Read,
  enterpriseId: string,
  { agents }: { agents: boolean },
): Promise<{ channels: Named[]; labels: Named[]; agents: Named[] }> {
  const { rows } = await sql<Named & { kind: 'channel' | 'label' | 'agent' }>`
    (select 'channel' as kind, h.channel_id as id, h.name from channels h where h.enterprise_id = ${enterpriseId} order by h.name limit ${mostChoices})
    union all
    (select 'label', l.label_id, l.name from chat_labels l where l.enterprise_id = ${enterpriseId} order by l.name limit ${mostChoices})
    union all
    (select 'agent', u.user_id, u.name from users u where u.enterprise_id = ${enterpriseId} and ${agents}
      and exists (select from agent_desks d where d.enterprise_id = u.enterprise_id and d.user_id = u.user_id) order by u.name limit ${mostChoices})`.execute(
    tx,
  );
  const of = (kind: string): Named[] => rows.filter((row) => row.kind === kind).map(({ id, name }) => ({ id, name }));
  return { channels: of('channel'), labels: of('label'), agents: of('agent') };
}
