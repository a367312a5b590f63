import { type Selectable, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatLabelTable } from '#platform/db/schema.chat.ts';

export type LabelRow = Selectable<ChatLabelTable>;

const isUsed = sql<boolean>`exists (select from chat_label_marks m where m.enterprise_id = l.enterprise_id and m.label_id = l.label_id)`.as(
  'isUsed',
);
const labels = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('chatLabels as l').selectAll('l').select(isUsed).where('l.enterpriseId', '=', enterpriseId);
export type ShownLabel = LabelRow & { isUsed: boolean };

/** @param deptId null: those of no department */
export const listLabels = (tx: Tx, enterpriseId: string, deptId: string | null): Promise<ShownLabel[]> =>
  labels(tx, enterpriseId)
    .where(sql<boolean>`l.dept_id is not distinct from ${deptId}::uuid`)
    .orderBy('l.place')
    .orderBy('l.labelId')
    .execute();

export const findLabel = (tx: Read, enterpriseId: string, labelId: string): Promise<ShownLabel | undefined> =>
  labels(tx, enterpriseId).where('l.labelId', '=', labelId).executeTakeFirst();

/** The labels of a department, locked: places are given one after the other. */
export async function lockLabels(tx: Tx, enterpriseId: string, deptId: string | null): Promise<void> {
  // A label that is made at the same time is no row yet: another change of the department's order waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat_labels ${enterpriseId} ${deptId ?? ''}`}, 0))`.execute(tx);
}

/** @param isKept it may not be deleted: then a chat that has it already, and whose lock somebody else holds, does not wait for it */
export const lockLabel = (tx: Tx, enterpriseId: string, labelId: string, isKept: boolean): Promise<LabelRow | undefined> =>
  tx
    .selectFrom('chatLabels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('labelId', '=', labelId)
    .$call((query) => (isKept ? query.forNoKeyUpdate() : query.forUpdate()))
    .executeTakeFirst();

/**
 * The labels that a chat may get: those of its department, or where that has none, those of no department. They are kept from being deleted
 * until the transaction ends.
 */
export async function listOffered(tx: Tx, enterpriseId: string, deptId: string | null): Promise<LabelRow[]> {
  const rows = await tx
    .selectFrom('chatLabels')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('isActive', '=', true)
    .where(sql<boolean>`(dept_id is null or dept_id = ${deptId}::uuid)`)
    .orderBy('place')
    .orderBy('labelId')
    .forKeyShare()
    .execute();
  const own = rows.filter((row) => row.deptId !== null);
  return own.length > 0 ? own : rows;
}

export async function insertLabel(tx: Tx, row: Omit<LabelRow, 'version' | 'createdAt'>): Promise<void> {
  await tx.insertInto('chatLabels').values(row).execute();
}

export async function updateLabel(tx: Tx, enterpriseId: string, labelId: string, change: Updateable<ChatLabelTable>): Promise<void> {
  await tx.updateTable('chatLabels').set(change).where('enterpriseId', '=', enterpriseId).where('labelId', '=', labelId).execute();
}

export async function deleteLabel(tx: Tx, enterpriseId: string, labelId: string): Promise<void> {
  await tx.deleteFrom('chatLabels').where('enterpriseId', '=', enterpriseId).where('labelId', '=', labelId).execute();
}

/** Chats whose agents wrote the label's name before it was made, or before it was called so, have it from now on. */
export async function adoptChats(
  tx: Tx,
  { enterpriseId, labelId, deptId, name }: Pick<LabelRow, 'enterpriseId' | 'labelId' | 'deptId' | 'name'>,
) {
  await sql`update chats c set label_id = ${labelId}, tag = ''
    where c.enterprise_id = ${enterpriseId} and c.tag <> '' and lower(c.tag) = lower(${name}) and (c.dept_id is not distinct from ${deptId}::uuid
      or (${deptId}::uuid is null and not exists (select from chat_labels l
        where l.enterprise_id = c.enterprise_id and l.dept_id = c.dept_id and l.is_active)))`.execute(tx);
}
