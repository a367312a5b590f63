import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { Database } from '#platform/db/schema.ts';

type FileTable = Database['audienceFiles'];
export type FileRow = Selectable<FileTable>;

export function findFile(tx: Read, enterpriseId: string, fileId: string, { lock = false } = {}): Promise<FileRow | undefined> {
  const query = tx.selectFrom('audienceFiles').selectAll().where('enterpriseId', '=', enterpriseId).where('fileId', '=', fileId);
  return (lock ? query.forUpdate() : query).executeTakeFirst();
}

/** Finds the name of a file of numbers. @returns undefined where the enterprise has none of this id */
export async function findFileName(tx: Read, enterpriseId: string, fileId: string): Promise<string | undefined> {
  const files = tx.selectFrom('audienceFiles').select('name').where('enterpriseId', '=', enterpriseId);
  return (await files.where('fileId', '=', fileId).executeTakeFirst())?.name;
}

/** The names of the columns of a file. */
export async function findColumns(tx: Read, enterpriseId: string, fileId: string): Promise<string[] | undefined> {
  const file = await tx
    .selectFrom('audienceFiles')
    .select('columns')
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .executeTakeFirst();
  return file?.columns;
}

type NewFile = Omit<Insertable<FileTable>, 'enterpriseId' | 'columns'> & { columns: readonly string[] };

export const insertFile = (tx: Tx, enterpriseId: string, { columns, ...file }: NewFile): Promise<FileRow> =>
  tx
    .insertInto('audienceFiles')
    .values({ enterpriseId, ...file, columns: JSON.stringify(columns) })
    .returningAll()
    .executeTakeFirstOrThrow();

type FileChange = Pick<Updateable<FileTable>, 'state' | 'error' | 'rowCount' | 'invalidCount' | 'byteOffset' | 'lineNumber'>;

export async function changeFile(tx: Tx, enterpriseId: string, fileId: string, change: FileChange): Promise<void> {
  await tx.updateTable('audienceFiles').set(change).where('enterpriseId', '=', enterpriseId).where('fileId', '=', fileId).execute();
}

export async function deleteFile(tx: Tx, enterpriseId: string, fileId: string): Promise<void> {
  await tx.deleteFrom('audienceFiles').where('enterpriseId', '=', enterpriseId).where('fileId', '=', fileId).execute();
}
