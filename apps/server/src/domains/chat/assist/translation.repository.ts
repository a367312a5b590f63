import type { AssistLanguage, ChatTranslation } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** Translations whose messages still have the words that were translated, and were not taken back. */
export async function listTranslations(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  language: AssistLanguage,
): Promise<ChatTranslation[]> {
  const { rows } = await sql<ChatTranslation>`select t.number, t.language, t.text from chat_translations t
    join chat_actions a on a.enterprise_id = t.enterprise_id and a.chat_id = t.chat_id and a.number = t.number
    where t.enterprise_id = ${enterpriseId} and t.chat_id = ${chatId} and t.language = ${language}
      and t.source_md5 = md5(a.message) and not a.detail ? 'revoked' order by t.number`.execute(tx);
  return rows;
}

export type NewTranslation = ChatTranslation & { source: string };

/**
 * Keeps translations of messages that still have these words: one may have been changed or erased while a model wrote. From here on an
 * erasure waits, and takes the translation too.
 */
export async function keepTranslations(
  tx: Tx,
  { enterpriseId, userId }: { enterpriseId: string; userId: string },
  chatId: string,
  translations: readonly NewTranslation[],
): Promise<void> {
  for (const { number, language, text, source } of translations)
    await sql`insert into chat_translations (enterprise_id, chat_id, number, language, text, source_md5, created_by)
      select a.enterprise_id, a.chat_id, a.number, ${language}, ${text}, md5(a.message), ${userId} from chat_actions a
      where a.enterprise_id = ${enterpriseId} and a.chat_id = ${chatId} and a.number = ${number} and a.message = ${source}
        and not a.detail ? 'revoked'
      for share
      on conflict (enterprise_id, chat_id, number, language)
        do update set text = excluded.text, source_md5 = excluded.source_md5, created_by = excluded.created_by, created_at = now()`.execute(
      tx,
    );
}

/** Drops the translations of a message that has other words, or was taken back. */
export const dropTranslations = (tx: Tx, enterpriseId: string, { chatId, number }: { chatId: string; number: number }): Promise<unknown> =>
  sql`delete from chat_translations where enterprise_id = ${enterpriseId} and chat_id = ${chatId} and number = ${number}`.execute(tx);
