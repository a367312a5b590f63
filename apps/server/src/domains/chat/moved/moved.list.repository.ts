import { noDepartment } from '@parley/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import type { ReadingScope } from '../access/chat.scope.ts';
import type { StoredMessage } from './moved.repository.ts';

export type MovedReader = { enterpriseId: string; userId: string; scope: ReadingScope; channelIds: readonly string[] };

export type ShownMoved = {
  movedId: string;
  source: string;
  key: string;
  subject: string;
  startedAt: Date;
  endedAt: Date;
  customerId: string | null;
  customerName: string;
  address: string;
  channelName: string;
  departmentName: string;
  agentNames: string[];
  labels: string[];
  messageCount: number;
  deptId: string | null;
  userIds: string[];
  textsErasedAt: Date | null;
};

/** Condition that the reader may read the conversation `c`, as chats are read. */
function isReadable({ scope, userId, channelIds }: MovedReader): RawBuilder<unknown> {
  const own = sql`c.user_ids @> array[${userId}::uuid]`;
  const scoped =
    scope === 'enterprise'
      ? sql`true`
      : scope === 'own'
        ? own
        : sql`(c.dept_id is null or c.dept_id = any(${[...scope]}::uuid[]) or ${own})`;
  return channelIds.length === 0 ? scoped : sql`${scoped} and c.channel_id = any(${[...channelIds]}::uuid[])`;
}

const columns = sql`c.moved_id, c.source, c.key, c.subject, c.started_at, c.ended_at, c.customer_id, coalesce(k.name, c.contact_name) as customer_name,
  coalesce(nullif(k.number, ''), nullif(k.email, ''), c.contact_address) as address, coalesce(n.name, c.inbox_name) as channel_name,
  coalesce(d.name, c.team_name) as department_name, c.agent_names, c.labels, c.message_count, c.dept_id, c.user_ids, c.texts_erased_at`;
const joins = sql`left join customers k on k.enterprise_id = c.enterprise_id and k.customer_id = c.customer_id
  left join channels n on n.enterprise_id = c.enterprise_id and n.channel_id = c.channel_id
  left join departments d on d.enterprise_id = c.enterprise_id and d.department_id = c.dept_id`;

/** Filters of the history that such a conversation can have. @property words in the language of the index */
export type MovedFilter = {
  from: Date | undefined;
  until: Date | undefined;
  customerIds: readonly string[] | undefined;
  name: string;
  agentId: string | undefined;
  departmentId: string | undefined;
  channelId: string | undefined;
  labelId: string | undefined;
  words: string | undefined;
};

/**
 * Conversations below a place, newest first: a range of one index, and with words those of the index of words. Texts that are shown to
 * nobody any more are found by nobody.
 */
export async function listMoved(
  tx: Read,
  reader: MovedReader,
  { from, until, customerIds, name, agentId, departmentId, channelId, labelId, words }: MovedFilter,
  { before, most }: { before: { at: Date; chatId: string } | undefined; most: number },
): Promise<ShownMoved[]> {
  const conditions = [
    sql`c.enterprise_id = ${reader.enterpriseId} and c.is_in and ${isReadable(reader)}`,
    ...(from ? [sql`c.started_at >= ${from}`] : []),
    ...(until ? [sql`c.started_at < ${until}`] : []),
    ...(before ? [sql`(c.started_at, c.moved_id) < (${before.at}, ${before.chatId}::uuid)`] : []),
    ...(customerIds ? [sql`c.customer_id = any(${[...customerIds]}::uuid[])`] : []),
    ...(name === '' ? [] : [sql`(coalesce(k.name, c.contact_name) ilike ${containing(name)} or c.key = ${name})`]),
    ...(agentId === undefined ? [] : [sql`c.user_ids @> array[${agentId}::uuid]`]),
    ...(departmentId === undefined ? [] : [departmentId === noDepartment ? sql`c.dept_id is null` : sql`c.dept_id = ${departmentId}`]),
    ...(channelId === undefined ? [] : [sql`c.channel_id = ${channelId}`]),
    ...(labelId === undefined ? [] : [sql`c.label_ids @> array[${labelId}::uuid]`]),
    ...(words === undefined ? [] : [sql`c.words is not null and c.words @@ ${words}::tsquery`]),
  ];
  const { rows } = await sql<ShownMoved>`select ${columns} from moved_chats c ${joins} where ${sql.join(conditions, sql` and `)}
    order by c.started_at desc, c.moved_id desc limit ${most}`.execute(tx);
  return rows;
}

export async function findMoved(tx: Read, reader: MovedReader, movedId: string): Promise<ShownMoved | undefined> {
  const { rows } = await sql<ShownMoved>`select ${columns} from moved_chats c ${joins}
    where c.enterprise_id = ${reader.enterpriseId} and c.moved_id = ${movedId} and c.is_in and ${isReadable(reader)}`.execute(tx);
  return rows[0];
}

/** A page of messages in their order; parts before it are not read. */
export async function readMessages(
  tx: Read,
  { enterpriseId, movedId }: { enterpriseId: string; movedId: string },
  { from, limit }: { from: number; limit: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<{ message: StoredMessage }>`
    with sized as (
      select p.part, p.messages, sum(jsonb_array_length(p.messages)) over (order by p.part) as last,
        sum(jsonb_array_length(p.messages)) over (order by p.part) - jsonb_array_length(p.messages) as first
      from moved_parts p where p.enterprise_id = ${enterpriseId} and p.moved_id = ${movedId})
    select m.message from sized s cross join lateral jsonb_array_elements(s.messages) with ordinality m(message, place)
    where s.last > ${from} and s.first < ${from + limit}
    order by s.part, m.place offset greatest(0, ${from}::integer - (select coalesce(min(first), 0) from sized where last > ${from})) limit ${limit}`.execute(
    tx,
  );
  return rows.map(({ message }) => message);
}
