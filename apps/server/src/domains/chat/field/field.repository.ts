import { type Selectable, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { ChatFieldTable } from '#platform/db/schema.chat.ts';

export type FieldRow = Selectable<ChatFieldTable>;
/** @property value in the chat; '': none */
export type ValueRow = FieldRow & { value: string };

const fields = (tx: Read, enterpriseId: string) =>
  tx.selectFrom('chatFields as f').selectAll('f').where('f.enterpriseId', '=', enterpriseId);

export const findField = (tx: Read, enterpriseId: string, fieldId: string): Promise<FieldRow | undefined> =>
  fields(tx, enterpriseId).where('f.fieldId', '=', fieldId).executeTakeFirst();

export const lockField = (tx: Tx, enterpriseId: string, fieldId: string): Promise<FieldRow | undefined> =>
  fields(tx, enterpriseId).where('f.fieldId', '=', fieldId).forUpdate('f').executeTakeFirst();

/** @param deptId null: those of all departments */
export const listFields = (tx: Read, enterpriseId: string, deptId: string | null): Promise<FieldRow[]> =>
  fields(tx, enterpriseId)
    .where(sql<boolean>`f.dept_id is not distinct from ${deptId}::uuid`)
    .orderBy('f.place')
    .orderBy('f.fieldId')
    .execute();

/** Fields of a scope are added and put into order one after the other: their number has a limit. */
export async function lockScope(tx: Tx, enterpriseId: string, deptId: string | null): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat_fields ${enterpriseId} ${deptId ?? ''}`}, 0))`.execute(tx);
}

/** The fields of a chat: those of all, then those of its department, and retired or other departments' ones that it has a value of. */
const ofChat = (tx: Read, enterpriseId: string, chatId: string) =>
  tx
    .selectFrom('chatFields as f')
    .innerJoin('chats as c', 'c.enterpriseId', 'f.enterpriseId')
    .selectAll('f')
    .select(sql<string>`coalesce(c.fields ->> f.field_id::text, '')`.as('value'))
    .where('f.enterpriseId', '=', enterpriseId)
    .where('c.chatId', '=', chatId)
    .where(sql<boolean>`(f.is_active and (f.dept_id is null or f.dept_id = c.dept_id) or c.fields ? f.field_id::text)`)
    .orderBy(sql`f.dept_id is not null`)
    .orderBy('f.deptId')
    .orderBy('f.place')
    .orderBy('f.fieldId');

export const listOfChat = (tx: Read, enterpriseId: string, chatId: string): Promise<ValueRow[]> =>
  ofChat(tx, enterpriseId, chatId).execute();

/** The same, none of them deleted before the transaction ends. The chat is locked. */
export const keepOfChat = (tx: Tx, enterpriseId: string, chatId: string): Promise<ValueRow[]> =>
  ofChat(tx, enterpriseId, chatId).forKeyShare('f').execute();

/** Names of required fields of a chat that lack a value: those of all, and of the department that it is in. */
export async function listMissing(tx: Read, enterpriseId: string, chatId: string): Promise<string[]> {
  const rows = await ofChat(tx, enterpriseId, chatId)
    .where('f.isRequired', '=', true)
    .where('f.isActive', '=', true)
    .where(sql<boolean>`coalesce(c.fields ->> f.field_id::text, '') = ''`)
    .execute();
  return rows.map(({ name }) => name);
}

/** Values of a chat as its end tells them. */
export const listFilled = async (tx: Read, enterpriseId: string, chatId: string): Promise<{ id: string; name: string; value: string }[]> =>
  (await listOfChat(tx, enterpriseId, chatId)).flatMap(({ fieldId: id, name, value }) => (value === '' ? [] : [{ id, name, value }]));

export async function updateValues(tx: Tx, enterpriseId: string, chatId: string, values: Record<string, string>): Promise<void> {
  await tx
    .updateTable('chats')
    .set({ fields: JSON.stringify(values) })
    .where('enterpriseId', '=', enterpriseId)
    .where('chatId', '=', chatId)
    .execute();
}

/** Notes that chats have values of fields from now on: such fields are retired and never deleted. */
export async function noteUse(tx: Tx, enterpriseId: string, fieldIds: readonly string[]): Promise<void> {
  if (fieldIds.length > 0)
    await tx
      .updateTable('chatFields')
      .set({ isUsed: true })
      .where('enterpriseId', '=', enterpriseId)
      .where('fieldId', 'in', fieldIds)
      .execute();
}

type NewField = Omit<FieldRow, 'enterpriseId' | 'version' | 'createdAt' | 'isUsed'>;

export async function insertField(tx: Tx, enterpriseId: string, { options, ...row }: NewField): Promise<void> {
  await tx
    .insertInto('chatFields')
    .values({ enterpriseId, ...row, options: JSON.stringify(options) })
    .execute();
}

type FieldChange = { name?: string; options?: string; isRequired?: boolean; isActive?: boolean; place?: number; version?: number };

export async function updateField(tx: Tx, enterpriseId: string, fieldId: string, change: FieldChange): Promise<void> {
  await tx.updateTable('chatFields').set(change).where('enterpriseId', '=', enterpriseId).where('fieldId', '=', fieldId).execute();
}

export async function deleteField(tx: Tx, enterpriseId: string, fieldId: string): Promise<void> {
  await tx.deleteFrom('chatFields').where('enterpriseId', '=', enterpriseId).where('fieldId', '=', fieldId).execute();
}
