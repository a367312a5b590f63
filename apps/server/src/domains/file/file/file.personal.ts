import { sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import type { EnterpriseContext } from '../../../context.ts';
import { type PersonalData, personalRows } from '../../../personal-data.ts';
import type { StoredFile } from './file.repository.ts';

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

/**
 * Removes the bytes of files that have gone, unless another file has the same.
 * @returns whether some are too young to be removed; then the caller comes again
 */
export async function removeDoomed(ctx: EnterpriseContext): Promise<boolean> {
  const { enterpriseId } = ctx;
  const doomed = await ctx.read((tx) =>
    tx.selectFrom('doomedContents').select('sha256').where('enterpriseId', '=', enterpriseId).execute(),
  );
  let isLeft = false;
  for (const { sha256 } of doomed)
    await ctx.transaction(async (tx) => {
      const { rows } = await sql<{ isUsed: boolean }>`select is_content_used(${sha256}) as is_used`.execute(tx);
      if (!rows[0]?.isUsed && !(await ctx.files.remove(sha256))) {
        isLeft = true;
        return;
      }
      await tx.deleteFrom('doomedContents').where('enterpriseId', '=', enterpriseId).where('sha256', '=', sha256).execute();
    });
  return isLeft;
}

/** The next CSV that somebody uploaded, by its id. */
export const nextImportFile = (tx: Tx, enterpriseId: string, after: string): Promise<StoredFile | undefined> =>
  tx
    .selectFrom('files')
    .select(['enterpriseId', 'fileId', 'sha256', 'name', 'type', 'kind', 'sizeBytes', 'createdBy'])
    .where('enterpriseId', '=', enterpriseId)
    .where('kind', '=', 'import')
    .$if(after !== '', (query) => query.where('fileId', '>', after))
    .orderBy('fileId')
    .limit(1)
    .executeTakeFirst();

/** Uploads of visitors, sent or not. */
export const filesOfPerson: PersonalData = personalRows({
  kind: 'files',
  tables: ['files'],
  rows: ({ enterpriseId, addresses }) => sql`
    select f.file_id::text as key, f.file_id, f.name, f.type, f.size_bytes, f.created_at from files f
    where f.enterprise_id = ${enterpriseId} and f.visitor_address = any(${addresses}::text[])`,
  listFiles: async (tx, person) => (await uploadsOf(tx, person)).map(({ fileId }) => fileId),
  async erase(_ctx, tx, person, { limit }) {
    const uploads = await uploadsOf(tx, person, limit);
    const erased = await removeFiles(
      tx,
      person.enterpriseId,
      uploads.map(({ fileId }) => fileId),
    );
    return { erased, more: erased >= limit };
  },
});

const uploadsOf = (tx: Read, { enterpriseId, addresses }: { enterpriseId: string; addresses: readonly string[] }, limit = 10_000) =>
  tx
    .selectFrom('files')
    .select('fileId')
    .where('enterpriseId', '=', enterpriseId)
    .where(({ eb }) => eb('visitorAddress', '=', sql<string>`any(${[...addresses]}::text[])`))
    .orderBy('fileId')
    .limit(limit)
    .execute();
