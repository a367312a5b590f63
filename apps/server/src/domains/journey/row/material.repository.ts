import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

/** Finds templates with everything that a message of one needs; those in the bin are missing. */
export const findSendableTemplates = (tx: Read, enterpriseId: string, templateIds: readonly string[]) =>
  tx
    .selectFrom('templates')
    .select(['templateId', 'name', 'vendorTemplateId', 'language', 'category', 'components', 'extra'])
    .where('enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`template_id::text = any(${templateIds}::text[])`)
    .where('deletedAt', 'is', null)
    .execute();

type LibraryFile = { artifactId: string; id: string; name: string; type: string; size: number };

/** Finds the files of these artifacts. */
export async function findLibraryFiles(tx: Read, enterpriseId: string, artifactIds: readonly string[]): Promise<LibraryFile[]> {
  const { rows } = await sql<LibraryFile>`
    select a.artifact_id, f.file_id as id, f.name, f.type, f.size_bytes as size from artifacts a
    join files f on f.enterprise_id = a.enterprise_id and f.file_id = a.file_id
    where a.enterprise_id = ${enterpriseId} and a.artifact_id::text = any(${artifactIds}::text[])`.execute(tx);
  return rows;
}
