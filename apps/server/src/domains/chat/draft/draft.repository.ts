import type { ChatDraft } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

type Key = { enterpriseId: string; userId: string; chatId: string };

export async function findDraft(tx: Read, { enterpriseId, userId, chatId }: Key): Promise<ChatDraft | undefined> {
  return tx
    .selectFrom('chatDrafts')
    .select(['text', 'seen', 'revision'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('chatId', '=', chatId)
    .executeTakeFirst();
}

/** Writes a draft over the revision that its writer knows. @returns the new revision; undefined: another save was quicker */
export async function writeDraft(
  tx: Tx,
  { enterpriseId, userId, chatId }: Key,
  { text, seen, revision }: ChatDraft,
  now: Date,
): Promise<number | undefined> {
  const { rows } = await sql<{ revision: number }>`
    insert into chat_drafts as d (enterprise_id, user_id, chat_id, text, seen, revision, saved_at)
    values (${enterpriseId}, ${userId}, ${chatId}, ${text}, ${seen}, ${revision + 1}, ${now})
    on conflict (enterprise_id, user_id, chat_id) do update
      set text = excluded.text, seen = excluded.seen, revision = d.revision + 1, saved_at = excluded.saved_at
      where d.revision = ${revision}
    returning revision`.execute(tx);
  return rows[0]?.revision;
}

/** A draft that a reply has ended. */
export type EndedDraft = { userId: string; chatId: string; revision: number };

/** Empties drafts that have left as replies; one that was saved since is another one, and stays. */
export async function endDrafts(tx: Tx, enterpriseId: string, drafts: readonly EndedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await sql`update chat_drafts d set text = '', seen = null, revision = d.revision + 1
    from unnest(${drafts.map(({ userId }) => userId)}::uuid[], ${drafts.map(({ chatId }) => chatId)}::uuid[],
      ${drafts.map(({ revision }) => revision)}::integer[]) e (user_id, chat_id, revision)
    where d.enterprise_id = ${enterpriseId} and d.user_id = e.user_id and d.chat_id = e.chat_id and d.revision <= e.revision
      and d.text <> ''`.execute(tx);
}
