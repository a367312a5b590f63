import { endpoints } from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import { assertMay } from '#platform/http/route.ts';
import type { Ctx } from '../../../context.ts';
import { accessArtifact, accessBucket } from './artifact.repository.ts';
import { updateArtifact } from './artifact.service.ts';
import { updateBucket } from './bucket.service.ts';

/** Fields of an attachment that can be put back; a file that was replaced is gone. */
export const restorableFields = [
  'name',
  'description',
  'isPublic',
  'adminCreated',
  'url',
  'title',
  'address',
  'latitude',
  'longitude',
  'message',
] as const;

/** A field of the library that was nothing was hidden, as the record was private. @throws DomainError audit.not_restorable */
function assertKnown(values: Snapshot): void {
  const fields = Object.keys(values).filter((field) => values[field] === null);
  if (fields.length > 0) throw new DomainError('audit.not_restorable', 'These values cannot be put back.', { fields });
}

/** Gives fields of an attachment former values; what is left out stays. @throws DomainError as updateArtifact, or audit.not_restorable */
export async function putArtifactBack(ctx: Ctx, artifactId: string, values: Snapshot): Promise<void> {
  const { update } = endpoints.artifacts;
  assertMay(ctx.actor, update);
  assertKnown(values);
  const row = await ctx.transaction((tx) => accessArtifact(tx, ctx.actor, artifactId));
  const { isPublic = row.isPublic, adminCreated = row.isAdminCreated, description = row.description, ...content } = values;
  const save = update.body.parse({
    isPublic,
    adminCreated,
    bucketId: row.bucketId ?? '',
    data: { name: row.name, ...row.data, ...content, type: row.dataType, desc: description, fileId: row.fileId ?? '' },
    version: row.version,
  });
  await updateArtifact(ctx, artifactId, save);
}

/** Gives a bucket its former name or visibility. @throws DomainError as updateBucket, or audit.not_restorable */
export async function putBucketBack(ctx: Ctx, bucketId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.artifacts.updateBucket);
  assertKnown(values);
  const { name, isPublic, version } = await ctx.transaction((tx) => accessBucket(tx, ctx.actor, bucketId));
  await updateBucket(ctx, bucketId, { name, isPublic, ...values, version });
}
