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

/** A file that a user has uploaded. */
export const findOwnUpload = (tx: Read, enterpriseId: string, fileId: string, userId: string) =>
  tx
    .selectFrom('files')
    .select(['name', 'type', 'kind', 'sha256', 'sizeBytes'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where('createdBy', '=', userId)
    .executeTakeFirst();

/** A file that a user, or the visitor of an address, has uploaded, with its marks. */
export const findSentUpload = (tx: Read, enterpriseId: string, fileId: string, sender: { userId: string } | { address: string }) =>
  tx
    .selectFrom('files')
    .select(['fileId', 'name', 'type', 'sizeBytes', 'isUnusual', 'playableState'])
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .where((eb) => ('userId' in sender ? eb('createdBy', '=', sender.userId) : eb('visitorAddress', '=', sender.address)))
    .executeTakeFirst();

/** Keeps a file there until the transaction that comes to name it has ended: who removes it waits at `lockFiles`, and finds it named. */
export async function holdFile(tx: Tx, enterpriseId: string, fileId: string): Promise<void> {
  await tx.selectFrom('files').select('fileId').where('enterpriseId', '=', enterpriseId).where('fileId', '=', fileId).forShare().execute();
}

/** Locks files before it is asked who names them, so that nobody begins to meanwhile. */
export async function lockFiles(tx: Tx, enterpriseId: string, fileIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('files')
    .select('fileId')
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', 'in', fileIds)
    .orderBy('fileId')
    .forUpdate()
    .execute();
}

type Content = Pick<NewFile, 'sha256' | 'name' | 'type' | 'kind' | 'sizeBytes'>;

/** Puts another content in the place of a file's. */
export async function replaceFile(
  tx: Tx,
  enterpriseId: string,
  fileId: string,
  { sha256, name, type, kind, sizeBytes }: Content,
): Promise<void> {
  await tx
    .updateTable('files')
    .set({ sha256, name, type, kind, sizeBytes })
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', '=', fileId)
    .execute();
}

/** Files of the enterprise go, and their bytes with them as soon as nobody has the same (`removeDoomed`). @returns how many there were */
export async function removeFiles(tx: Tx, enterpriseId: string, fileIds: readonly string[]): Promise<number> {
  if (fileIds.length === 0) return 0;
  const { rows } = await sql`
    with gone as (
      delete from files f where f.enterprise_id = ${enterpriseId} and f.file_id = any(${[...fileIds]}::uuid[])
        and not exists (select from artifacts a where a.enterprise_id = f.enterprise_id and a.file_id = f.file_id)
      returning f.sha256
    ), doomed as (
      insert into doomed_contents (enterprise_id, sha256) select distinct ${enterpriseId}::uuid, sha256 from gone on conflict do nothing
    )
    select 1 from gone`.execute(tx);
  return rows.length;
}

/** The contents of files that have gone. */
export async function listDoomed(tx: Read, enterpriseId: string): Promise<string[]> {
  const rows = await tx.selectFrom('doomedContents').select('sha256').where('enterpriseId', '=', enterpriseId).execute();
  return rows.map(({ sha256 }) => sha256);
}

/** Tells whether a file of any enterprise has this content. */
export async function isContentUsed(tx: Read, sha256: string): Promise<boolean> {
  const { rows } = await sql<{ isUsed: boolean }>`select is_content_used(${sha256}) as is_used`.execute(tx);
  return rows[0]?.isUsed === true;
}

export async function forgetDoomed(tx: Tx, enterpriseId: string, sha256: string): Promise<void> {
  await tx.deleteFrom('doomedContents').where('enterpriseId', '=', enterpriseId).where('sha256', '=', sha256).execute();
}

/** The next CSV that somebody uploaded, by its id. */
export const nextImportFile = (tx: Read, enterpriseId: string, after: string): Promise<StoredFile | undefined> =>
  tx
    .selectFrom('files')
    .select(['enterpriseId', 'fileId', 'sha256', 'name', 'type', 'kind', 'sizeBytes', 'createdBy'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', 'import')
    .$if(after !== '', (query) => query.where('fileId', '>', after))
    .orderBy('fileId')
    .limit(1)
    .executeTakeFirst();

type Visitor = { enterpriseId: string; addresses: readonly string[] };

/** Selects the uploads of a visitor, as they may read them. */
export const selectUploadsOf = ({ enterpriseId, addresses }: Visitor) => sql`
    select f.file_id::text as key, f.file_id, f.name, f.type, f.size_bytes, f.created_at from files f
    where f.enterprise_id = ${enterpriseId} and f.visitor_address = any(${addresses}::text[])`;

/** Lists these uploads by their ids. */
export async function listUploadsOf(tx: Read, { enterpriseId, addresses }: Visitor, limit = 10_000): Promise<string[]> {
  const rows = await tx
    .selectFrom('files')
    .select('fileId')
    .where('enterpriseId', '=', enterpriseId)
    .where(({ eb }) => eb('visitorAddress', '=', sql<string>`any(${[...addresses]}::text[])`))
    .orderBy('fileId')
    .limit(limit)
    .execute();
  return rows.map(({ fileId }) => fileId);
}
