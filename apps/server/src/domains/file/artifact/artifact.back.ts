import { endpoints } from '@parley/contract';
import type { Snapshot } from '#platform/audit/record.ts';
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

/** Gives fields of an attachment former values; what is left out stays. @throws DomainError as updateArtifact */
export async function putArtifactBack(ctx: Ctx, artifactId: string, values: Snapshot): Promise<void> {
  const { update } = endpoints.artifacts;
  assertMay(ctx.actor, update);
  const row = await ctx.transaction((tx) => accessArtifact(tx, ctx.actor, artifactId));
  const { isPublic = row.isPublic, adminCreated = row.isAdminCreated, description = row.description, ...content } = values;
  const given = Object.fromEntries(Object.entries({ name: row.name, ...row.data, ...content }).filter(([, value]) => value !== null));
  const save = update.body.parse({
    isPublic,
    adminCreated,
    bucketId: row.bucketId ?? '',
    data: { ...given, type: row.dataType, desc: description, fileId: row.fileId ?? '' },
    version: row.version,
  });
  await updateArtifact(ctx, artifactId, save);
}

/** Gives a bucket its former name or visibility. @throws DomainError as updateBucket */
export async function putBucketBack(ctx: Ctx, bucketId: string, values: Snapshot): Promise<void> {
  assertMay(ctx.actor, endpoints.artifacts.updateBucket);
  const { name, isPublic, version } = await ctx.transaction((tx) => accessBucket(tx, ctx.actor, bucketId));
  await updateBucket(ctx, bucketId, { name, isPublic, ...values, version });
}
