import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { forgottenName } from '../../../personal-data.ts';
import { fileUsers, lockFiles, removeFiles } from '../../file/door.ts';

/** Words of an entry; what remains of `detail` is numbers, such as the stars of a rating. */
export const hasWords = sql`(c.message <> '' or c.attachment is not null or c.message_key <> ''
  or (c.author_kind = 'customer' and c.author_name <> ${forgottenName})
  or exists (select from jsonb_each(c.detail) d where jsonb_typeof(d.value) not in ('number', 'boolean', 'null')))`;

export type Entry = { chatId: string; number: number; actedOn: Date; fileId: string | null };

type Erasing = {
  /** Stands where a text was. */
  text?: string;
  /** True if nothing may be known of the person any more; else their names stay. */
  isForgotten: boolean;
};

/** Entries without their words, which the search loses in the same step, without translations, and without what was written down of a recording. */
export async function eraseEntries(
  tx: Tx,
  enterpriseId: string,
  entries: readonly Entry[],
  { text = '', isForgotten }: Erasing,
): Promise<void> {
  if (entries.length === 0) return;
  await lockSearch(tx, enterpriseId);
  await sql`update chat_actions c set message = case when c.message = '' and c.attachment is null then '' else ${text} end, attachment = null,
      message_key = '', author_name = case when ${isForgotten} and c.author_kind = 'customer' then ${forgottenName} else c.author_name end,
      detail = coalesce((select jsonb_object_agg(d.key, d.value) from jsonb_each(c.detail) d
        where jsonb_typeof(d.value) in ('number', 'boolean', 'null')), '{}')
    from unnest(${entries.map(({ chatId }) => chatId)}::uuid[], ${entries.map(({ number }) => number)}::integer[],
      ${entries.map(({ actedOn }) => actedOn)}::timestamptz[]) as g(chat_id, number, acted_on)
    where c.enterprise_id = ${enterpriseId} and c.chat_id = g.chat_id and c.number = g.number and c.acted_on >= g.acted_on
      and c.acted_on < g.acted_on + interval '1 millisecond'`.execute(tx);
  await sql`delete from chat_transcripts t using unnest(${entries.map(({ chatId }) => chatId)}::uuid[],
      ${entries.map(({ number }) => number)}::integer[]) as g(chat_id, number)
    where t.enterprise_id = ${enterpriseId} and t.chat_id = g.chat_id and t.number = g.number`.execute(tx);
  await sql`delete from chat_translations t using unnest(${entries.map(({ chatId }) => chatId)}::uuid[],
      ${entries.map(({ number }) => number)}::integer[]) as g(chat_id, number)
    where t.enterprise_id = ${enterpriseId} and t.chat_id = g.chat_id and t.number = g.number`.execute(tx);
  await removeMails(tx, enterpriseId, entries);
  await removeFromSearch(tx, enterpriseId, entries);
}

/**
 * Keeps who writes words of entries and who takes them away apart, within one enterprise: without it, the worker could write words that it
 * has read before an erasure and that the erasure did not find yet.
 */
export const lockSearch = (tx: Tx, enterpriseId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`chat-search ${enterpriseId}`}, 0))`.execute(tx);

/** Takes the words of entries out of the search; entries that still have some are read again. Behind `lockSearch`. */
export async function removeFromSearch(tx: Tx, enterpriseId: string, entries: readonly Omit<Entry, 'fileId'>[]): Promise<void> {
  await sql`delete from chat_search s using unnest(${entries.map(({ chatId }) => chatId)}::uuid[],
      ${entries.map(({ number }) => number)}::integer[], ${entries.map(({ actedOn }) => actedOn)}::timestamptz[]) as g(chat_id, number, acted_on)
    where s.enterprise_id = ${enterpriseId} and s.chat_id = g.chat_id and s.number = g.number and s.acted_on >= g.acted_on
      and s.acted_on < g.acted_on + interval '1 millisecond'`.execute(tx);
}

/** Files of these entries that nothing else names. */
export async function removeUnshared(
  { extensions }: EnterpriseContext,
  tx: Tx,
  enterpriseId: string,
  entries: readonly Pick<Entry, 'fileId'>[],
): Promise<void> {
  const fileIds = [...new Set(entries.flatMap(({ fileId }) => fileId ?? []))];
  if (fileIds.length === 0) return;
  await lockFiles(tx, enterpriseId, fileIds);
  const used = new Set<string>();
  for (const { list } of extensions.of(fileUsers)) for (const use of await list(tx, enterpriseId, fileIds)) used.add(use.fileId);
  const { rows } = await sql<{ fileId: string }>`select distinct c.attachment ->> 'id' as file_id from chat_actions c
    where c.enterprise_id = ${enterpriseId} and c.attachment ->> 'id' = any(${fileIds}::text[])`.execute(tx);
  for (const { fileId } of rows) used.add(fileId);
  await removeFiles(
    tx,
    enterpriseId,
    fileIds.filter((fileId) => !used.has(fileId)),
  );
}

/** Mails of entries whose words go. */
async function removeMails(tx: Tx, enterpriseId: string, entries: readonly { chatId: string; number: number }[]): Promise<void> {
  await sql`delete from chat_mails m using unnest(${entries.map(({ chatId }) => chatId)}::uuid[],
      ${entries.map(({ number }) => number)}::integer[]) as g(chat_id, number)
    where m.enterprise_id = ${enterpriseId} and m.chat_id = g.chat_id and m.number = g.number`.execute(tx);
}

/** Addresses with which chats were continued by mail. */
export async function removeRoutes(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<void> {
  await sql`delete from mail_routes where enterprise_id = ${enterpriseId} and chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
}
