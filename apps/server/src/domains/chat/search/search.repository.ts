import { chatStates } from '@parley/contract';
import { sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ReadingScope } from '../access/chat.scope.ts';
import { isOffered } from '../record/chat.repository.ts';
import { lockSearch } from '../record/entry.erase.ts';

export type Entry = { chatId: string; number: number; actedOn: Date };
/** @property actedOn as the database writes it: a `Date` has no microseconds */
export type NewEntry = { chatId: string; number: number; actedOn: string };
export type FoundEntry = NewEntry & { enterpriseId: string };

export async function readLookedTo(db: Db | Tx): Promise<Date> {
  const { rows } = await sql<{ lookedTo: Date }>`select note_search_look() as looked_to`.execute(db);
  return rows[0]?.lookedTo ?? new Date();
}

export const noteLookedTo = (db: Db | Tx, until: Date): Promise<unknown> => sql`select note_search_look(${until})`.execute(db);

/** Entries of all enterprises in a stretch of time whose words are not written yet. */
export async function findUnsearched(db: Db, since: Date, until: Date, atMost: number): Promise<FoundEntry[]> {
  const { rows } = await sql<FoundEntry>`select enterprise_id, chat_id, number, acted_on::text as acted_on
    from unsearched_entries(${since}, ${until}, ${atMost})`.execute(db);
  return rows;
}

/**
 * Reads entries as they stand now, each by its key however many the enterprise has, under the lock that an erasure takes: what it has emptied is not written, and what is written before, it
 * finds.
 */
export async function readUnsearched(
  tx: Tx,
  enterpriseId: string,
  entries: readonly NewEntry[],
): Promise<(NewEntry & { message: string })[]> {
  await lockSearch(tx, enterpriseId);
  const { rows } = await sql<NewEntry & { message: string }>`select a.chat_id, a.number, a.acted_on::text as acted_on, a.message
    from unnest(${entries.map(({ chatId }) => chatId)}::uuid[], ${entries.map((entry) => entry.number)}::integer[],
      ${entries.map(({ actedOn }) => actedOn)}::timestamptz[]) as g(chat_id, number, acted_on)
    cross join lateral (select * from chat_actions r where r.enterprise_id = ${enterpriseId} and r.chat_id = g.chat_id and r.number = g.number
      and r.acted_on = g.acted_on limit 1) a
    where a.message <> ''`.execute(tx);
  return rows;
}

/** An entry with the exact time that it has in the database. */
export async function findNewEntry(tx: Tx, enterpriseId: string, { chatId, number, actedOn }: Entry): Promise<NewEntry | undefined> {
  const { rows } = await sql<NewEntry>`select a.chat_id, a.number, a.acted_on::text as acted_on from chat_actions a
    where a.enterprise_id = ${enterpriseId} and a.chat_id = ${chatId} and a.number = ${number} and a.acted_on >= ${actedOn}
      and a.acted_on < ${actedOn}::timestamptz + interval '1 millisecond'`.execute(tx);
  return rows[0];
}

/** Writes words of entries; one that is there already stays. */
export async function insertSearch(
  tx: Tx,
  enterpriseId: string,
  entries: readonly (NewEntry & { words: readonly string[] })[],
): Promise<void> {
  if (entries.length === 0) return;
  const records = entries.map(({ chatId, number, actedOn, words }) => ({ chat_id: chatId, number, acted_on: actedOn, words }));
  await sql`insert into chat_search (enterprise_id, chat_id, number, acted_on, words)
    select ${enterpriseId}, r.chat_id, r.number, r.acted_on, array_to_tsvector(r.words)
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r(chat_id uuid, number integer, acted_on timestamptz, words text[])
    on conflict do nothing`.execute(tx);
}

/** The chats that a user may always read: those they take or took part in, and those that wait for them. */
export async function listOwnChats(
  tx: Read,
  { enterpriseId, userId, served }: { enterpriseId: string; userId: string; served: readonly string[] | 'all' },
): Promise<string[]> {
  const { rows } = await sql<{ chatId: string }>`
    select p.chat_id from chat_participants p where p.enterprise_id = ${enterpriseId} and p.user_id = ${userId}
    union select o.chat_id from chat_offers o
      where o.enterprise_id = ${enterpriseId} and o.to_user_id = ${userId} and o.state = 'waiting'
    union select c.chat_id from chats c where c.enterprise_id = ${enterpriseId} and c.handled_by = 'queue' and c.state = ${sql.lit(chatStates.created)}
      and ${isOffered('c', served)}`.execute(tx);
  return rows.map(({ chatId }) => chatId);
}

export type SearchPlace = { actedOn: Date; chatId: string; number: number };
export type SearchPage = { entries: Entry[]; lookedTo: Date | null };

/** A page of entries with all of the words, newest first, among the chats that the reader may read. */
export async function searchEntries(
  tx: Read,
  { query, before, most, own, scope }: { query: string; before: SearchPlace; most: number; own: readonly string[]; scope: ReadingScope },
): Promise<SearchPage> {
  const departments = scope === 'own' || scope === 'enterprise' ? null : [...scope];
  const { rows } = await sql<{ chatId: string | null; number: number; actedOn: Date; lookedTo: Date | null }>`
    select * from search_chats(${query}::tsquery, ${before.actedOn}, ${before.chatId}::uuid, ${before.number}, ${most}, ${[...own]}::uuid[],
      ${departments}::uuid[], ${scope === 'enterprise'})`.execute(tx);
  return {
    entries: rows.flatMap(({ chatId, number, actedOn }) => (chatId === null ? [] : [{ chatId, number, actedOn }])),
    lookedTo: rows.find(({ lookedTo }) => lookedTo !== null)?.lookedTo ?? null,
  };
}

export type EntryText = Entry & { message: string; authorKind: 'customer' | 'agent' | 'bot' | 'system'; authorName: string };

/** The entries as they stand now; an erased one is left out. */
export async function readEntries(tx: Read, enterpriseId: string, entries: readonly Entry[]): Promise<EntryText[]> {
  if (entries.length === 0) return [];
  const { rows } = await sql<EntryText>`select a.chat_id, a.number, a.acted_on, a.message, a.author_kind, a.author_name
    from unnest(${entries.map(({ chatId }) => chatId)}::uuid[], ${entries.map((entry) => entry.number)}::integer[],
      ${entries.map(({ actedOn }) => actedOn)}::timestamptz[]) with ordinality as g(chat_id, number, acted_on, place)
    join chat_actions a on a.enterprise_id = ${enterpriseId} and a.chat_id = g.chat_id and a.number = g.number and a.acted_on >= g.acted_on
      and a.acted_on < g.acted_on + interval '1 millisecond'
    where a.message <> '' order by g.place`.execute(tx);
  return rows;
}

type Readable = { own: readonly string[]; scope: ReadingScope };

/** Condition that the reader may read the chat `c`. */
function isReadable({ own, scope }: Readable) {
  if (scope === 'enterprise') return sql`true`;
  if (scope === 'own') return sql`c.chat_id = any(${[...own]}::uuid[])`;
  return sql`(c.dept_id is null or c.dept_id = any(${[...scope]}::uuid[]) or c.chat_id = any(${[...own]}::uuid[]))`;
}

/** The chat that people know by this number, if the reader may read it. */
export async function findChatByNumber(tx: Read, enterpriseId: string, chatNo: number, readable: Readable): Promise<string[]> {
  const { rows } = await sql<{ chatId: string }>`select c.chat_id from chats c
    where c.enterprise_id = ${enterpriseId} and c.chat_no = ${chatNo} and ${isReadable(readable)}`.execute(tx);
  return rows.map(({ chatId }) => chatId);
}

/** The latest chats of these customers that the reader may read, one a customer, in the order of the customers. */
export async function findChatsOfCustomers(
  tx: Read,
  enterpriseId: string,
  customerIds: readonly string[],
  readable: Readable,
): Promise<string[]> {
  if (customerIds.length === 0) return [];
  const { rows } = await sql<{ chatId: string }>`select last.chat_id from unnest(${[...customerIds]}::uuid[]) with ordinality k(id, place)
    cross join lateral (select c.chat_id from chats c where c.enterprise_id = ${enterpriseId} and c.customer_id = k.id and ${isReadable(readable)}
      order by c.created_at desc limit 1) last
    order by k.place`.execute(tx);
  return rows.map(({ chatId }) => chatId);
}
