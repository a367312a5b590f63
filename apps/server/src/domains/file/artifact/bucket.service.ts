import type { Artifact, ArtifactQuery, Bucket } from '@parley/contract';
import { changing, creating } from '#platform/audit/trail.ts';
import { type Tx, violatedConstraint } from '#platform/db/database.ts';
import { accessDenied, DomainError } from '#platform/http/domain-error.ts';
import { assertVersion } from '#platform/http/record-changed.ts';
import { newId } from '#platform/ids.ts';
import { type Actor, type Ctx, can } from '../../../context.ts';
import { mayEdit } from './artifact.present.ts';
import { artifactRecord } from './artifact.record.ts';
import {
  accessArtifact,
  accessBucket,
  type BucketRow,
  bucketNotFound,
  changeArtifact,
  changeBucket,
  emptyBucket,
  insertBucket,
  listBucketRows,
  removeBucket,
} from './artifact.repository.ts';
import { listArtifacts } from './artifact.service.ts';
import { bucketRecord } from './bucket.record.ts';

const mayEditBucket = (row: Pick<BucketRow, 'ownerId' | 'isPublic'>, actor: Actor) =>
  row.ownerId === actor.userId || (row.isPublic && can(actor, 'CREATIVES.EDIT'));
const presentBucket = (row: BucketRow, count: number, actor: Actor): Bucket => ({
  id: row.bucketId,
  name: row.name,
  isPublic: row.isPublic,
  count,
  mayEdit: mayEditBucket(row, actor),
  version: row.version,
});

type Filter = Omit<ArtifactQuery, 'bucketId' | 'unused'>;
const everything: Filter = { from: 0, perPage: -1, type: '', desc: '', visibility: '', mediaType: [], deptId: '', adminView: false };

/** Shared buckets and one's own, with how many attachments the filter leaves in each. */
export function listBuckets(ctx: Ctx, filter: Filter, bucketId?: string): Promise<Bucket[]> {
  const { actor } = ctx;
  // A search is for attachments; a bucket that has none of them is left out.
  const isSearch = filter.desc.trim() !== '';
  return ctx.read(async (tx) => {
    const rows = await listBucketRows(ctx, tx, filter, bucketId);
    return rows.filter(({ count }) => !isSearch || Number(count) > 0).map((row) => presentBucket(row, Number(row.count), actor));
  });
}

export async function getBucket(ctx: Ctx, bucketId: string): Promise<{ bucket: Bucket; artifacts: Artifact[]; more: boolean }> {
  const [bucket] = await listBuckets(ctx, everything, bucketId);
  if (!bucket) throw bucketNotFound();
  return { bucket, ...(await listArtifacts(ctx, { ...everything, bucketId, unused: false })) };
}

async function once<T>(work: Promise<T>, name: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (violatedConstraint(error) !== 'artifact_buckets_by_name') throw error;
    throw new DomainError('bucket.name_taken', `A bucket ${name} exists already.`, {});
  }
}

type BucketSave = { name: string; isPublic: boolean };

export function createBucket(ctx: Ctx, save: BucketSave): Promise<Bucket> {
  const name = save.name.trim();
  const values = { enterpriseId: ctx.enterpriseId, bucketId: newId(), name, isPublic: save.isPublic, ownerId: ctx.actor.userId };
  return once(
    ctx.transaction(async (tx) => {
      const row = await creating(
        ctx,
        tx,
        bucketRecord,
        ({ bucketId }) => bucketId,
        () => insertBucket(tx, values),
      );
      return presentBucket(row, 0, ctx.actor);
    }),
    name,
  );
}

async function accessEditable(tx: Tx, ctx: Ctx, bucketId: string): Promise<BucketRow> {
  const row = await accessBucket(tx, ctx.actor, bucketId);
  if (!mayEditBucket(row, ctx.actor)) throw accessDenied(['CREATIVES.EDIT']);
  return row;
}

export async function updateBucket(ctx: Ctx, bucketId: string, save: BucketSave & { version: number }): Promise<Bucket> {
  const name = save.name.trim();
  await once(
    ctx.transaction(async (tx) => {
      const row = await accessEditable(tx, ctx, bucketId);
      await assertVersion(ctx, tx, bucketRecord, { id: bucketId, version: row.version }, save.version);
      const change = { name, isPublic: save.isPublic, version: row.version + 1 };
      await changing(ctx, tx, bucketRecord, bucketId, 'edit', () => changeBucket(tx, ctx.enterpriseId, bucketId, change));
    }),
    name,
  );
  const [bucket] = await listBuckets(ctx, everything, bucketId);
  if (!bucket) throw bucketNotFound();
  return bucket;
}

/** Its attachments return to 'All'. */
export function deleteBucket(ctx: Ctx, bucketId: string): Promise<void> {
  return ctx.transaction(async (tx) => {
    await accessEditable(tx, ctx, bucketId);
    const artifacts = await emptyBucket(tx, ctx.enterpriseId, bucketId);
    await changing(ctx, tx, bucketRecord, bucketId, 'delete', () => removeBucket(tx, ctx.enterpriseId, bucketId), {
      counts: { artifacts },
    });
  });
}

async function moveOne(tx: Tx, ctx: Ctx, artifactId: string, bucketId: string | null): Promise<void> {
  const row = await accessArtifact(tx, ctx.actor, artifactId);
  if (!mayEdit(row, ctx.actor)) throw accessDenied(['CREATIVES.EDIT']);
  await changing(ctx, tx, artifactRecord, artifactId, 'move', () =>
    changeArtifact(tx, ctx.enterpriseId, artifactId, { bucketId, updatedAt: ctx.now() }),
  );
}

export function moveToBucket(ctx: Ctx, bucketId: string, artifactIds: readonly string[]): Promise<number> {
  // Locks them in the order of their ids, so that two moves of the same ones do not wait for each other.
  const wanted = [...new Set(artifactIds)].sort();
  return ctx.transaction(async (tx) => {
    await accessBucket(tx, ctx.actor, bucketId);
    for (const artifactId of wanted) await moveOne(tx, ctx, artifactId, bucketId);
    return wanted.length;
  });
}

export const removeFromBucket = (ctx: Ctx, artifactId: string): Promise<void> =>
  ctx.transaction((tx) => moveOne(tx, ctx, artifactId, null));
