import type { ChatMark } from '@parley/contract';
import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';

/** Labels of the chat `c` of a query: the first one, then by the time since when it has them. */
export const marks = sql<ChatMark[]>`coalesce((select jsonb_agg(jsonb_build_object('id', x.label_id, 'name', x.name, 'colour', x.colour)
    order by x.label_id is distinct from c.label_id, m.at, x.place, x.label_id)
  from chat_label_marks m join chat_labels x on x.enterprise_id = m.enterprise_id and x.label_id = m.label_id
  where m.enterprise_id = c.enterprise_id and m.chat_id = c.chat_id), '[]')`.as('labels');

/** Label, words and priority of a chat as screens show them. */
export const readMarked = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('chats as c')
    .leftJoin('chatLabels as l', (join) => join.onRef('l.enterpriseId', '=', 'c.enterpriseId').onRef('l.labelId', '=', 'c.labelId'))
    .select(['c.labelId', 'c.tag', 'c.priority', 'l.name as labelName', 'l.colour as labelColour', marks])
    .where('c.enterpriseId', '=', enterpriseId)
    .where('c.chatId', '=', chatId)
    .executeTakeFirstOrThrow();
export type Marked = Awaited<ReturnType<typeof readMarked>>;

/** @param by.userId null: a key */
export async function insertMarks(
  tx: Tx,
  enterpriseId: string,
  chatId: string,
  labelIds: readonly string[],
  by: { userId: string | null; at: Date },
): Promise<void> {
  if (labelIds.length === 0) return;
  await tx
    .insertInto('chatLabelMarks')
    .values(labelIds.map((labelId) => ({ enterpriseId, chatId, labelId, markedBy: by.userId, at: by.at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function deleteMarks(tx: Tx, enterpriseId: string, chatId: string, labelIds: readonly string[]): Promise<void> {
  if (labelIds.length === 0) return;
  await tx
    .deleteFrom('chatLabelMarks')
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .where('labelId', 'in', labelIds)
    .execute();
}

type Change = { labelId?: string | null; tag?: string; note?: string };

/** A trigger keeps the marks of the first label: the former first one loses its mark, the new one gets it (mark_first_label.sql). */
export async function updateFirstLabel(tx: Tx, enterpriseId: string, chatId: string, change: Change): Promise<void> {
  await tx.updateTable('chats').set(change).where('enterpriseId', '=', enterpriseId).where('chatId', '=', chatId).execute();
}

/** The former column is written along: the version before orders by it. */
export async function updatePriority(tx: Tx, enterpriseId: string, chatId: string, priority: number): Promise<void> {
  await tx
    .updateTable('chats')
    .set({ priority, queuePriority: priority })
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .execute();
}
