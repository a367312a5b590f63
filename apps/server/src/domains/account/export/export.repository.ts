import type { ExportKind } from '@parley/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Read, Tx } from '#platform/db/database.ts';
import type { ExportTable } from '#platform/db/schema.account.ts';

export type ExportRow = Selectable<ExportTable>;

export async function insertExport(tx: Tx, row: Insertable<ExportTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('exports')
    .values(row)
    // Written out: a kept plan with '' as a parameter fits no partial index any more.
    .onConflict((conflict) =>
      conflict.columns(['enterpriseId', 'createdBy', 'requestKey']).where(sql<boolean>`request_key <> ''`).doNothing(),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export const findExport = (tx: Read, enterpriseId: string, exportId: string, { lock = false } = {}): Promise<ExportRow | undefined> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('exportId', '=', exportId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst();

export const findExportByKey = (tx: Read, enterpriseId: string, userId: string, key: string): Promise<ExportRow | undefined> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('requestKey', '=', key)
    .executeTakeFirst();

export const listExportsOf = (tx: Read, enterpriseId: string, userId: string, limit: number): Promise<ExportRow[]> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .orderBy('exportId', 'desc')
    .limit(limit)
    .execute();

/** Counts the exports of a user that are still being made. */
export async function countUnfinished(tx: Read, enterpriseId: string, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('exports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('enterpriseId', '=', enterpriseId)
    .where('createdBy', '=', userId)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateExport(
  tx: Tx,
  { enterpriseId, exportId }: Pick<ExportRow, 'enterpriseId' | 'exportId'>,
  change: Updateable<ExportTable>,
): Promise<void> {
  await tx.updateTable('exports').set(change).where('enterpriseId', '=', enterpriseId).where('exportId', '=', exportId).execute();
}

export async function deleteExport(tx: Tx, enterpriseId: string, exportId: string): Promise<void> {
  await tx.deleteFrom('exports').where('enterpriseId', '=', enterpriseId).where('exportId', '=', exportId).execute();
}

export async function listStalled(db: Db): Promise<Pick<ExportRow, 'enterpriseId' | 'exportId'>[]> {
  const { rows } = await sql<Pick<ExportRow, 'enterpriseId' | 'exportId'>>`select * from stalled_exports()`.execute(db);
  return rows;
}

export async function listEnterprisesWithEnded(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ enterpriseId: string }>`select * from enterprises_with_ended_exports(${now})`.execute(db);
  return rows.map(({ enterpriseId }) => enterpriseId);
}

export const deleteOldExports = (db: Db, now: Date): Promise<unknown> => sql`select delete_old_exports(${now})`.execute(db);

/** Locks the exports whose file has to go. */
export const lockEnded = (tx: Tx, enterpriseId: string, now: Date, limit: number): Promise<ExportRow[]> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', 'is not', null)
    .where('expiresAt', '<=', now)
    .orderBy('exportId')
    .limit(limit)
    .forUpdate()
    .execute();

/** Selects the files of kinds that hold persons. */
export const selectFilesOf = (enterpriseId: string, kinds: readonly ExportKind[]) => sql`
  select e.export_id::text as key, e.kind, e.finished_at, e.file_id from exports e
  where e.enterprise_id = ${enterpriseId} and e.file_id is not null and e.kind = any(${[...kinds]}::text[])`;

/** Locks these files' exports. */
export const lockFilesOf = (tx: Tx, enterpriseId: string, kinds: readonly ExportKind[], limit: number): Promise<ExportRow[]> =>
  tx
    .selectFrom('exports')
    .selectAll()
    .where('enterpriseId', '=', enterpriseId)
    .where('fileId', 'is not', null)
    .where('kind', 'in', [...kinds])
    .orderBy('exportId')
    .limit(limit)
    .forUpdate()
    .execute();

/** Tells whether a file of persons is being written. */
export async function isBeingMade(tx: Read, enterpriseId: string, kinds: readonly ExportKind[]): Promise<boolean> {
  const row = await tx
    .selectFrom('exports')
    .select('exportId')
    .where('enterpriseId', '=', enterpriseId)
    .where('state', 'in', ['waiting', 'running'])
    .where('kind', 'in', [...kinds])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
