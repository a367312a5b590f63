import { type Insertable, sql } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { FileTable } from '#platform/db/schema.account.ts';

export type StoredFile = {
  enterpriseId: string;
  fileId: string;
  sha256: string;
  name: string;
  type: string;
  kind: string;
  sizeBytes: number;
  createdBy: string | null;
};

export type NewFile = Insertable<FileTable>;

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await tx.insertInto('files').values(file).execute();
}

export function listFiles(tx: Read, enterpriseId: string, fileIds: readonly string[]): Promise<StoredFile[]> {
  if (fileIds.length === 0) return Promise.resolve([]);
  return tx
    .selectFrom('files')
    .select(['enterpriseId', 'fileId', 'sha256', 'name', 'type', 'kind', 'sizeBytes', 'createdBy'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', 'in', fileIds)
    .execute();
}

/** Finds a file in any enterprise, for a caller whose right was proved by a signature or by a published brand. */
export async function findFileAnywhere(db: Db, fileId: string): Promise<StoredFile | undefined> {
  const { rows } = await sql<Omit<StoredFile, 'fileId'>>`select * from find_file(${fileId})`.execute(db);
  return rows[0] && { fileId, ...rows[0] };
}

export async function isBrandFile(db: Db, fileId: string): Promise<boolean> {
  const { rows } = await sql<{ isBrandFile: boolean }>`select is_brand_file(${fileId}) as is_brand_file`.execute(db);
  return rows[0]?.isBrandFile ?? false;
}
