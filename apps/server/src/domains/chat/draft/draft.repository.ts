import type { ChatDraft } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

type Key = { enterpriseId: string; userId: string; chatId: string };

export async function findDraft(tx: Read, { enterpriseId, userId, chatId }: Key): Promise<ChatDraft | undefined> {
  return tx
    .selectFrom('chatDrafts')
    .select(['text', 'seen', 'revision', 'mail'])
    .where('enterpriseId', '=', enterpriseId)
    .where('userId', '=', userId)
    .where('chatId', '=', chatId)
    .executeTakeFirst();
}

type Written = Omit<ChatDraft, 'mail'> & { mail?: ChatDraft['mail'] | undefined };

/**
 * Writes a draft over the revision that its writer knows.
 * @param draft without `mail` it keeps the one that is stored
 * @returns what is new; undefined: another save was quicker
 */
export async function writeDraft(
  tx: Tx,
  { enterpriseId, userId, chatId }: Key,
  { text, seen, revision, mail }: Written,
  now: Date,
): Promise<Pick<ChatDraft, 'revision' | 'mail'> | undefined> {
  const { rows } = await sql<Pick<ChatDraft, 'revision' | 'mail'>>`
    insert into chat_drafts as d (enterprise_id, user_id, chat_id, text, seen, revision, saved_at, mail)
    values (${enterpriseId}, ${userId}, ${chatId}, ${text}, ${seen}, ${revision + 1}, ${now}, ${mail ? JSON.stringify(mail) : null}::jsonb)
    on conflict (enterprise_id, user_id, chat_id) do update
      set text = excluded.text, seen = excluded.seen, revision = d.revision + 1, saved_at = excluded.saved_at,
        mail = case when ${mail === undefined} then d.mail else excluded.mail end
      where d.revision = ${revision}
    returning revision, mail`.execute(tx);
  return rows[0];
}

/** A draft that a reply has ended. */
export type EndedDraft = { userId: string; chatId: string; revision: number };

/** Empties drafts that have left as replies; one that was saved since is another one, and stays. */
export async function endDrafts(tx: Tx, enterpriseId: string, drafts: readonly EndedDraft[]): Promise<void> {
  if (drafts.length === 0) return;
  await sql`update chat_drafts d set text = '', seen = null, mail = null, revision = d.revision + 1
    from unnest(${drafts.map(({ userId }) => userId)}::uuid[], ${drafts.map(({ chatId }) => chatId)}::uuid[],
      ${drafts.map(({ revision }) => revision)}::integer[]) e (user_id, chat_id, revision)
    where d.enterprise_id = ${enterpriseId} and d.user_id = e.user_id and d.chat_id = e.chat_id and d.revision <= e.revision
      and (d.text <> '' or d.mail is not null)`.execute(tx);
}
