import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

export type SavedChat = { chatId: string; chatNo: number | null; createdAt: Date };

/** Chats that would be missed no more, as they are by now: one that was deleted since is not there. */
export async function listSavedChats(tx: Read, enterpriseId: string, chatIds: readonly string[]): Promise<Map<string, SavedChat>> {
  if (chatIds.length === 0) return new Map();
  const { rows } = await sql<SavedChat>`
    select c.chat_id, c.chat_no, c.created_at from chats c
    where c.enterprise_id = ${enterpriseId} and c.chat_id = any(${[...chatIds]}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.chatId, { ...row, chatNo: row.chatNo === null ? null : Number(row.chatNo) }]));
}
