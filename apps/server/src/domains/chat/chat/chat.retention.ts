import { type RawBuilder, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { type RetainedData, retentionText } from '../../../personal-data.ts';
import { forgetActs } from '../../messaging/door.talk.ts';
import { type Entry, eraseEntries, hasWords, removeRoutes, removeUnshared } from '../record/entry.erase.ts';
import { emptySides } from '../side/side.held.repository.ts';
import { listRecorded, removeRecordings } from '../video/video.held.repository.ts';

/** A chat may have hundreds of entries. */
const chatsAtOnce = 50;

async function countChats(tx: Read, condition: RawBuilder<unknown>, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select 1 from chats c where ${condition} limit ${most}) found`.execute(tx);
  return rows[0]?.count ?? 0;
}

const withTexts = (enterpriseId: string, before: Date) =>
  sql`c.enterprise_id = ${enterpriseId} and c.closed_at < ${before} and c.closed_at is not null and c.texts_erased_at is null`;
const withMedia = (enterpriseId: string, before: Date) =>
  sql`c.enterprise_id = ${enterpriseId} and c.closed_at < ${before} and c.closed_at is not null and c.media_erased_at is null`;

const lockChats = async (tx: Tx, condition: RawBuilder<unknown>): Promise<string[]> =>
  (
    await sql<{
      chatId: string;
    }>`select c.chat_id from chats c where ${condition} order by c.closed_at limit ${chatsAtOnce} for update`.execute(tx)
  ).rows.map(({ chatId }) => chatId);

const entriesOf = async (tx: Tx, enterpriseId: string, chatIds: readonly string[], condition: RawBuilder<unknown>): Promise<Entry[]> =>
  (
    await sql<Entry>`select c.chat_id, c.number, c.acted_on, c.attachment ->> 'id' as file_id from chat_actions c
      where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[]) and ${condition}`.execute(tx)
  ).rows;

/** Chats that ended before then keep their row and measures; their words go, and their media with them. */
export const retainedChats: RetainedData = {
  kind: 'chats',
  setting: 'chats',
  count: (tx, enterpriseId, before, _mark, most) => countChats(tx, withTexts(enterpriseId, before), most),
  async erase(ctx, tx, before) {
    const { enterpriseId } = ctx;
    const chatIds = await lockChats(tx, withTexts(enterpriseId, before));
    if (chatIds.length === 0) return { erased: 0, more: false };
    const entries = await entriesOf(tx, enterpriseId, chatIds, hasWords);
    await eraseEntries(tx, enterpriseId, entries, { text: retentionText, isForgotten: false });
    await removeUnshared(ctx, tx, enterpriseId, entries);
    await emptySides(tx, enterpriseId, chatIds);
    await removeRoutes(tx, enterpriseId, chatIds);
    await sql`update chat_offers c set note = '' where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[]) and c.note <> ''`.execute(
      tx,
    );
    await sql`delete from chat_drafts c where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`.execute(tx);
    const planned = await sql<{ fileId: string | null }>`delete from scheduled_messages c where c.enterprise_id = ${enterpriseId}
      and c.chat_id = any(${chatIds}::uuid[]) returning c.attachment ->> 'id' as file_id`.execute(tx);
    await removeUnshared(ctx, tx, enterpriseId, planned.rows);
    await removeRecordings(tx, enterpriseId, chatIds);
    await forgetActs(tx, enterpriseId, chatIds);
    await sql`update chats c set last_message = case when c.last_message = '' then '' else ${retentionText} end, rating_comment = '', feedback = '',
        note = '', fields = '{}', visit = '{}', bot_state = '{}', texts_erased_at = ${ctx.now()}, media_erased_at = ${ctx.now()}
      where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`.execute(tx);
    return { erased: chatIds.length, more: true };
  },
};

/** Messages that did not leave before their chat ended lose their files; one that was a file alone goes. */
async function takePlannedFiles(tx: Tx, enterpriseId: string, chatIds: readonly string[]): Promise<{ chatId: string; fileId: string }[]> {
  const of = sql`c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[]) and c.attachment is not null`;
  const { rows } = await sql<{ chatId: string; fileId: string }>`select c.chat_id, c.attachment ->> 'id' as file_id
    from scheduled_messages c where ${of}`.execute(tx);
  if (rows.length === 0) return [];
  await sql`delete from scheduled_messages c where ${of} and c.text = ''`.execute(tx);
  await sql`update scheduled_messages c set attachment = null, version = c.version + 1 where ${of}`.execute(tx);
  return rows;
}

/** Stored files of messages, where the words are kept longer. */
export const retainedMedia: RetainedData = {
  kind: 'media',
  setting: 'media',
  count: (tx, enterpriseId, before, _mark, most) =>
    countChats(
      tx,
      sql`${withMedia(enterpriseId, before)} and (exists (select from chat_actions a
        where a.enterprise_id = c.enterprise_id and a.chat_id = c.chat_id and a.attachment is not null)
        or exists (select from scheduled_messages s
          where s.enterprise_id = c.enterprise_id and s.chat_id = c.chat_id and s.attachment is not null)
        or exists (select from video_recordings v where v.enterprise_id = c.enterprise_id and v.chat_id = c.chat_id))`,
      most,
    ),
  async erase(ctx, tx, before) {
    const { enterpriseId } = ctx;
    const chatIds = await lockChats(tx, withMedia(enterpriseId, before));
    if (chatIds.length === 0) return { erased: 0, more: false };
    const entries = await entriesOf(tx, enterpriseId, chatIds, sql`c.attachment is not null`);
    await sql`update chat_actions c set attachment = null, message = case when c.message = '' then ${retentionText} else c.message end,
        detail = c.detail || '{"isFileGone": true}'
      where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[]) and c.attachment is not null`.execute(tx);
    const planned = await takePlannedFiles(tx, enterpriseId, chatIds);
    await removeUnshared(ctx, tx, enterpriseId, [...entries, ...planned]);
    const recorded = await listRecorded(tx, enterpriseId, chatIds);
    await removeRecordings(tx, enterpriseId, recorded);
    await sql`update chats c set media_erased_at = ${ctx.now()} where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${chatIds}::uuid[])`.execute(
      tx,
    );
    return { erased: new Set([...[...entries, ...planned].map(({ chatId }) => chatId), ...recorded]).size, more: true };
  },
};
