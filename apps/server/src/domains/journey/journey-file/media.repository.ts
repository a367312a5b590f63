import type { ArtifactType } from '@parley/contract';
import { sql } from 'kysely';
import type { Read } from '#platform/db/database.ts';

type SharedMedium = {
  id: string;
  type: ArtifactType;
  name: string;
  description: string;
  fileName: string;
  sha256: string;
  sizeBytes: number;
};

/** Finds the shared files of the library with these ids, the smallest first. */
export async function findSharedMedia(
  tx: Read,
  enterpriseId: string,
  artifactIds: readonly string[],
  most: number,
): Promise<SharedMedium[]> {
  const { rows } = await sql<SharedMedium>`
    select a.artifact_id as id, a.data_type as type, a.name, a.description, f.name as file_name, f.sha256, f.size_bytes::float8 as size_bytes
    from artifacts a join files f on f.enterprise_id = a.enterprise_id and f.file_id = a.file_id
    where a.enterprise_id = ${enterpriseId} and a.is_public and a.artifact_id = any(${artifactIds}::uuid[])
    order by f.size_bytes, a.artifact_id limit ${most}`.execute(tx);
  return rows;
}

type SameMedium = { given: string; id: string; name: string };

/** Finds for each of these media the one of the library that is it, by its id or its content. */
export async function findSameMedia(
  tx: Read,
  enterpriseId: string,
  media: readonly { id: string; sha256: string }[],
): Promise<SameMedium[]> {
  const { rows } = await sql<SameMedium>`
    select distinct on (g.id) g.id as given, a.artifact_id as id, a.name
    from unnest(${media.map(({ id }) => id)}::text[], ${media.map(({ sha256 }) => sha256)}::text[]) g (id, sha256)
      join artifacts a on a.enterprise_id = ${enterpriseId} and a.is_public
      join files f on f.enterprise_id = a.enterprise_id and f.file_id = a.file_id
    where a.artifact_id::text = g.id or f.sha256 = g.sha256 or a.upload_sha256 = g.sha256
    order by g.id, a.artifact_id::text = g.id desc, a.artifact_id`.execute(tx);
  return rows;
}
