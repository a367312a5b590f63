import { endpoints } from '@parley/contract';
import { sql } from 'kysely';
import { changing } from '#platform/audit/trail.ts';
import type { BinDefinition } from '#platform/bin/bin.ts';
import type { Deleted } from '#platform/bin/deleted.ts';
import { type PackedRows, packRows, unpackRows } from '#platform/bin/packed-rows.ts';
import type { Tx } from '#platform/db/database.ts';
import { artifactRecord } from './artifact.record.ts';
import { type ArtifactRow, findBucketName, keepBucket } from './artifact.repository.ts';

type Packed = { rows: PackedRows; bucketName: string };

/** Its file stays in the store, as it does while chats may show it. Of a private one its owner alone hears. */
export async function packArtifact(tx: Tx, { enterpriseId, artifactId, name, isPublic, ownerId, bucketId }: ArtifactRow): Promise<Deleted> {
  const bucketName = await findBucketName(tx, enterpriseId, bucketId);
  const rows = await packRows(tx, 'artifacts', sql`t.enterprise_id = ${enterpriseId} and t.artifact_id = ${artifactId}`);
  const packed: Packed = { rows, bucketName };
  return { kind: 'artifact', recordId: artifactId, name, packed, ownerId: isPublic ? null : ownerId };
}

export const artifactBin: BinDefinition = {
  edit: endpoints.artifacts.update,
  async restore(ctx, tx, { recordId, name, packed }) {
    const { rows, bucketName } = packed as Packed;
    const bucketId = rows[0]?.bucket_id as string | null | undefined;
    const hasBucket = bucketId ? await keepBucket(tx, ctx.enterpriseId, bucketId) : false;
    const back = rows.map((row) => ({ ...row, bucket_id: hasBucket ? bucketId : null, version: Number(row.version) + 1 }));
    await changing(ctx, tx, artifactRecord, recordId, 'restore', () => unpackRows(tx, 'artifacts', back));
    return { name, missing: bucketId && !hasBucket ? [{ kind: 'bucket', name: bucketName }] : [] };
  },
  // The packed rows are deleted with the entry.
  purge: () => Promise.resolve(),
};
