import { createHash } from 'node:crypto';
import type { MovedAuthor } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** A message as it is stored; `at` in milliseconds. */
export type StoredMessage = {
  key: string;
  at: number;
  by: MovedAuthor;
  name: string;
  text: string;
  isNote: boolean;
  files: { name: string; address: string }[];
};

/** A conversation of another product as a move writes it. */
export type MovedRow = {
  key: string;
  contactKey: string;
  contactName: string;
  contactAddress: string;
  inboxKey: string;
  inboxName: string;
  teamKey: string;
  teamName: string;
  agentKeys: string[];
  agentNames: string[];
  labels: string[];
  subject: string;
  startedAt: number;
  endedAt: number;
  messageCount: number;
};
export type MovedPart = { key: string; part: number; messages: readonly StoredMessage[] };

export const mostInPart = 100;

/** The id of a conversation is made of the move and of its key there: reading again writes nothing twice. */
export function movedIdOf(moveId: string, key: string): string {
  const hash = createHash('sha256').update(`${moveId} ${key}`).digest('hex');
  const variant = ((Number.parseInt(hash[16] as string, 16) & 0x3) | 0x8).toString(16);
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-${variant}${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}

type Of = { enterpriseId: string; moveId: string };

/** Writes conversations, hidden. @returns keys of those that were there already */
export async function insertMoved(tx: Tx, { enterpriseId, moveId }: Of, source: string, rows: readonly MovedRow[]): Promise<string[]> {
  if (rows.length === 0) return [];
  const given = rows.map((row) => ({ ...row, id: movedIdOf(moveId, row.key) }));
  const { rows: written } = await sql<{ movedId: string }>`
    insert into moved_chats (enterprise_id, moved_id, move_id, source, key, contact_key, contact_name, contact_address, inbox_key, inbox_name,
      team_key, team_name, agent_keys, agent_names, labels, subject, started_at, ended_at, message_count)
    select ${enterpriseId}::uuid, n.id, ${moveId}::uuid, ${source}, n.key, n."contactKey", n."contactName", n."contactAddress", n."inboxKey", n."inboxName",
      n."teamKey", n."teamName", n."agentKeys", n."agentNames", n.labels, n.subject, to_timestamp(n."startedAt" / 1000.0), to_timestamp(n."endedAt" / 1000.0), n."messageCount"
    from json_to_recordset(${JSON.stringify(given)}) as n (id uuid, key text, "contactKey" text, "contactName" text, "contactAddress" text, "inboxKey" text,
      "inboxName" text, "teamKey" text, "teamName" text, "agentKeys" text[], "agentNames" text[], labels text[], subject text, "startedAt" float8,
      "endedAt" float8, "messageCount" integer)
    on conflict do nothing returning moved_id`.execute(tx);
  if (written.length === rows.length) return [];
  const fresh = new Set(written.map(({ movedId }) => movedId));
  return given.filter(({ id }) => !fresh.delete(id)).map(({ key }) => key);
}

export async function insertParts(tx: Tx, { enterpriseId, moveId }: Of, parts: readonly MovedPart[]): Promise<void> {
  if (parts.length === 0) return;
  const given = parts.map(({ key, part, messages }) => ({ id: movedIdOf(moveId, key), part, messages }));
  await sql`insert into moved_parts (enterprise_id, moved_id, part, move_id, messages)
    select ${enterpriseId}::uuid, n.id, n.part, ${moveId}::uuid, n.messages
    from json_to_recordset(${JSON.stringify(given)}) as n (id uuid, part bigint, messages jsonb) on conflict do nothing`.execute(tx);
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** Deletes parts of conversations that did not come. @returns how many messages they had */
export async function dropOrphans(tx: Tx, { enterpriseId, moveId }: Of): Promise<number> {
  const { rows } = await sql<{ count: number }>`with gone as (
      delete from moved_parts p where p.enterprise_id = ${enterpriseId} and p.move_id = ${moveId}
        and not exists (select from moved_chats c where c.enterprise_id = p.enterprise_id and c.moved_id = p.moved_id)
      returning jsonb_array_length(p.messages) as messages)
    select coalesce(sum(messages), 0)::integer as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}

/**
 * Puts the parts of conversations together whose messages came in several pieces: each message once, in their order, a hundred in a part.
 * @returns the last id that was looked at; undefined at the end
 */
export async function mendParts(tx: Tx, { enterpriseId, moveId }: Of, after: string, most: number): Promise<string | undefined> {
  const { rows } = await sql<{ movedId: string; messages: StoredMessage[] }>`
    select c.moved_id, coalesce(jsonb_path_query_array(jsonb_agg(p.messages order by p.part), '$[*][*]'), '[]') as messages
    from (
      select x.moved_id from moved_chats x where x.enterprise_id = ${enterpriseId} and x.move_id = ${moveId} and x.moved_id > ${after || firstId}
        and (x.message_count = 0 or (select count(*) from (select from moved_parts q where q.enterprise_id = x.enterprise_id and q.moved_id = x.moved_id limit 2) two) > 1)
      order by x.moved_id limit ${most}) c
      join moved_parts p on p.enterprise_id = ${enterpriseId} and p.moved_id = c.moved_id
    group by c.moved_id order by c.moved_id`.execute(tx);
  const mended = rows.map(({ movedId, messages }) => {
    const byKey = new Map(messages.map((message) => [message.key, message]));
    return { movedId, messages: [...byKey.values()].sort((a, b) => a.at - b.at) };
  });
  if (mended.length === 0) return undefined;
  await sql`delete from moved_parts p where p.enterprise_id = ${enterpriseId} and p.moved_id = any(${mended.map(({ movedId }) => movedId)}::uuid[])`.execute(
    tx,
  );
  const parts = mended.flatMap(({ movedId, messages }) =>
    Array.from({ length: Math.ceil(messages.length / mostInPart) }, (_, place) => ({
      id: movedId,
      part: place,
      messages: messages.slice(place * mostInPart, (place + 1) * mostInPart),
    })),
  );
  await sql`insert into moved_parts (enterprise_id, moved_id, part, move_id, messages)
    select ${enterpriseId}::uuid, n.id, n.part, ${moveId}::uuid, n.messages
    from json_to_recordset(${JSON.stringify(parts)}) as n (id uuid, part bigint, messages jsonb)`.execute(tx);
  const counts = mended.map(({ movedId, messages }) => ({ id: movedId, count: messages.length, last: messages.at(-1)?.at ?? 0 }));
  await sql`update moved_chats c set message_count = n.count, ended_at = greatest(c.ended_at, to_timestamp(n.last / 1000.0))
    from json_to_recordset(${JSON.stringify(counts)}) as n (id uuid, count integer, last float8)
    where c.enterprise_id = ${enterpriseId} and c.moved_id = n.id`.execute(tx);
  return mended.length < most ? undefined : mended.at(-1)?.movedId;
}

export type MovedFigures = { chats: number; messages: number; files: number; firstAt: Date | null; lastAt: Date | null };

export async function readMovedFigures(tx: Read, { enterpriseId, moveId }: Of): Promise<MovedFigures> {
  const { rows } =
    await sql<MovedFigures>`select count(*)::integer as chats, coalesce(sum(c.message_count), 0)::integer as messages, 0 as files,
      min(c.started_at) as first_at, max(c.started_at) as last_at
    from moved_chats c where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId}`.execute(tx);
  return rows[0] ?? { chats: 0, messages: 0, files: 0, firstAt: null, lastAt: null };
}

/** Names that stand in the conversations of a move alone. */
export async function listNamed(
  tx: Read,
  { enterpriseId, moveId }: Of,
): Promise<{ kind: 'inbox' | 'team' | 'label'; key: string; name: string }[]> {
  const { rows } = await sql<{ kind: 'inbox' | 'team' | 'label'; key: string; name: string }>`
    (select 'inbox' as kind, c.inbox_key as key, max(c.inbox_name) as name from moved_chats c
      where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId} and c.inbox_key <> '' group by c.inbox_key limit 1000)
    union all
    (select 'team', c.team_key, max(c.team_name) from moved_chats c
      where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId} and c.team_key <> '' group by c.team_key limit 1000)
    union all
    (select distinct 'label', l.name, l.name from moved_chats c cross join unnest(c.labels) l(name)
      where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId} limit 1000)`.execute(tx);
  return rows;
}

export type Untaken = { movedId: string; contactKey: string; inboxKey: string; teamKey: string; agentKeys: string[]; labels: string[] };

/** The next conversations that a run takes in. */
export async function listUntaken(tx: Read, { enterpriseId, moveId }: Of, after: string, most: number): Promise<Untaken[]> {
  const { rows } = await sql<Untaken>`select c.moved_id, c.contact_key, c.inbox_key, c.team_key, c.agent_keys, c.labels from moved_chats c
    where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId} and c.moved_id > ${after || firstId} order by c.moved_id limit ${most}`.execute(
    tx,
  );
  return rows;
}

export type Taken = {
  movedId: string;
  customerId: string | null;
  channelId: string | null;
  deptId: string | null;
  inboxName: string;
  teamName: string;
  userIds: string[];
  agentNames: string[];
  labelIds: string[];
};

/** Shows conversations, with what they are here. */
export async function takeIn(tx: Tx, enterpriseId: string, taken: readonly Taken[]): Promise<void> {
  if (taken.length === 0) return;
  await sql`update moved_chats c set is_in = true, customer_id = k.customer_id, channel_id = n."channelId", dept_id = n."deptId",
      inbox_name = case when n."inboxName" = '' then c.inbox_name else n."inboxName" end,
      team_name = case when n."teamName" = '' then c.team_name else n."teamName" end,
      user_ids = n."userIds", agent_names = n."agentNames", label_ids = n."labelIds"
    from json_to_recordset(${JSON.stringify(taken)}) as n ("movedId" uuid, "customerId" uuid, "channelId" uuid, "deptId" uuid, "inboxName" text, "teamName" text,
        "userIds" uuid[], "agentNames" text[], "labelIds" uuid[])
      left join customers k on k.enterprise_id = ${enterpriseId} and k.customer_id = n."customerId"
    where c.enterprise_id = ${enterpriseId} and c.moved_id = n."movedId"`.execute(tx);
}

/** Deletes the next conversations of a move with their messages. @returns how many; fewer than asked at the end */
export async function removeSome(tx: Tx, { enterpriseId, moveId }: Of, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`with next as materialized (
      select c.moved_id from moved_chats c where c.enterprise_id = ${enterpriseId} and c.move_id = ${moveId} order by c.moved_id limit ${most}
    ), parts as (
      delete from moved_parts p using next n where p.enterprise_id = ${enterpriseId} and p.moved_id = n.moved_id
    ), gone as (
      delete from moved_chats c using next n where c.enterprise_id = ${enterpriseId} and c.moved_id = n.moved_id returning 1
    ) select count(*)::integer as count from gone`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Tells whether conversations of any move have the label. */
export async function isLabelMoved(tx: Read, enterpriseId: string, labelId: string): Promise<boolean> {
  const { rows } =
    await sql`select from moved_chats c where c.enterprise_id = ${enterpriseId} and c.label_ids @> array[${labelId}::uuid] limit 1`.execute(
      tx,
    );
  return rows.length > 0;
}
