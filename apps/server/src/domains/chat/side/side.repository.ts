import type { ChatSide } from '@parley/contract';
import type { Selectable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatSideTable } from '#platform/db/schema.chat.ts';

export type SideRow = Selectable<ChatSideTable>;

/** Writes one line and its number. The chat is locked, so numbers have no doubles. */
export async function insertSide(tx: Tx, { mentions, detail, ...row }: SideRow): Promise<void> {
  await tx
    .insertInto('chatSides')
    .values({ ...row, mentions: JSON.stringify(mentions), detail: JSON.stringify(detail) })
    .execute();
  await tx
    .updateTable('chats')
    .set({ lastSide: row.sideNo })
    .where('enterpriseId', '=', row.enterpriseId)
    .where('chatId', '=', row.chatId)
    .execute();
}

const sidesOf = (tx: Read, enterpriseId: string, chatId: string) =>
  tx.selectFrom('chatSides').selectAll().where('enterpriseId', '=', enterpriseId).where('chatId', '=', chatId);

/** A note that its author has written already, under the same key. */
export const findNote = (tx: Read, enterpriseId: string, chatId: string, authorId: string, key: string): Promise<SideRow | undefined> =>
  sidesOf(tx, enterpriseId, chatId).where('authorId', '=', authorId).where('sideKey', '=', key).executeTakeFirst();

/** Lines since a number, oldest first. */
export const listSidesAfter = (tx: Read, enterpriseId: string, chatId: string, after: number, most: number): Promise<SideRow[]> =>
  sidesOf(tx, enterpriseId, chatId).where('sideNo', '>', after).orderBy('sideNo').limit(most).execute();

/** The last lines of before a number, oldest first. @param since null: from the beginning of the chat */
export async function listSidesBefore(
  tx: Read,
  enterpriseId: string,
  chatId: string,
  { before, since, most }: { before: number | undefined; since: Date | null; most: number },
): Promise<SideRow[]> {
  const rows = await sidesOf(tx, enterpriseId, chatId)
    .$if(before !== undefined, (query) => query.where('sideNo', '<', before ?? 0))
    .$if(since !== null, (query) => query.where('at', '>=', since as Date))
    .orderBy('sideNo', 'desc')
    .limit(most)
    .execute();
  return rows.reverse();
}

export const presentSide = (row: SideRow): ChatSide => ({
  number: row.sideNo,
  at: row.at.toISOString(),
  kind: row.kind,
  authorId: row.authorId ?? '',
  authorName: row.authorName,
  text: row.text,
  mentions: row.mentions,
  key: row.sideKey,
  act: 'act' in row.detail ? (row.detail as ChatSide['act']) : null,
});
