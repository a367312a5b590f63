import { EntryMail } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** A mail of a chat, by either side. @property number of its entry */
export type ChatMail = { chatId: string; number: number; authorName: string; actedOn: Date; mail: EntryMail };

type Row = Omit<ChatMail, 'mail'> & { mail: unknown };

/** More mails than one names before itself, as one of them may be left out. */
const mostNewest = 21;

/** The mail of an entry; undefined: it has none, or one of a form that this version does not know. */
export const mailOfDetail = (detail: Record<string, unknown>): EntryMail | undefined => EntryMail.safeParse(detail.mail).data;

const toMails = (rows: readonly Row[]): ChatMail[] =>
  rows.flatMap(({ mail, ...row }) => {
    const parsed = mailOfDetail({ mail });
    return parsed ? [{ ...row, mail: parsed }] : [];
  });

/** The first mail and the newest ones of each of these chats, in the order of their numbers. */
export async function findMails(tx: Read, enterpriseId: string, chatIds: readonly string[]): Promise<ChatMail[]> {
  const { rows } = await sql<Row>`
    select a.* from unnest(${[...new Set(chatIds)]}::uuid[]) c (id) cross join lateral (
      (select chat_id, number, author_name, acted_on, detail->'mail' as mail from chat_actions
        where enterprise_id = ${enterpriseId} and chat_id = c.id and detail ? 'mail' order by number limit 1)
      union
      (select chat_id, number, author_name, acted_on, detail->'mail' as mail from chat_actions
        where enterprise_id = ${enterpriseId} and chat_id = c.id and detail ? 'mail' order by number desc limit ${mostNewest})) a
    order by a.chat_id, a.number`.execute(tx);
  return toMails(rows);
}

/** Mails by the numbers of their entries, with their words. */
export async function findMailsAt(
  tx: Read,
  enterpriseId: string,
  places: readonly { chatId: string; number: number }[],
): Promise<(ChatMail & { message: string })[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<Row & { message: string }>`
    select a.chat_id, a.number, a.author_name, a.acted_on, a.message, a.detail->'mail' as mail
    from unnest(${places.map(({ chatId }) => chatId)}::uuid[], ${places.map(({ number }) => number)}::integer[]) as w (id, no)
    join chat_actions a on a.enterprise_id = ${enterpriseId} and a.chat_id = w.id and a.number = w.no
    where a.detail ? 'mail'`.execute(tx);
  return rows.flatMap(({ message, ...row }) => toMails([row]).map((mail) => ({ ...mail, message })));
}

/**
 * Finds the mails that replies answer, each by its number, or without one the newest mail of its chat that no program has written.
 * @returns one for each place, in their order; undefined: there is none
 */
export async function findAnswered(
  tx: Read,
  enterpriseId: string,
  places: readonly { chatId: string; number: number | null }[],
): Promise<(ChatMail | undefined)[]> {
  const named = places.flatMap(({ chatId, number }) => (number ? [{ chatId, number }] : []));
  const unnamed = places.flatMap(({ chatId, number }) => (number ? [] : [chatId]));
  const [given, newest] = await Promise.all([
    findMailsAt(tx, enterpriseId, named),
    unnamed.length > 0 ? findMails(tx, enterpriseId, unnamed) : [],
  ]);
  return places.map(({ chatId, number }) =>
    number
      ? given.find((one) => one.chatId === chatId && one.number === number)
      : newest.findLast((one) => one.chatId === chatId && !one.mail.isAutomatic),
  );
}
