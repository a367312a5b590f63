import { type ArtifactQuery, type ArtifactType, artifactTypes, kindOfArtifact } from '@parley/contract';
import { type Expression, type ExpressionBuilder, type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ArtifactBucketTable, ArtifactTable } from '#platform/db/schema.library.ts';
import type { Database } from '#platform/db/schema.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { fileHolds } from './artifact.uses.ts';

export type ArtifactRow = Selectable<ArtifactTable>;
export type BucketRow = Selectable<ArtifactBucketTable>;
/** An attachment as lists show it: with its file and bucket. */
export type ListedArtifact = ArtifactRow & {
  fileName: string | null;
  mimeType: string | null;
  sizeBytes: number | null;
  bucketName: string | null;
};
type Filter = Pick<ArtifactQuery, 'type' | 'desc' | 'visibility' | 'mediaType' | 'deptId' | 'adminView'> & Partial<ArtifactQuery>;

const artifactNotFound = () => new DomainError('artifact.not_found', 'No such attachment.', {});
export const bucketNotFound = () => new DomainError('bucket.not_found', 'No such bucket.', {});

/** Private ones are their owner's alone, administrators included. */
export const isSeen = (row: Pick<ArtifactRow, 'isPublic' | 'ownerId'>, actor: Actor) => row.isPublic || row.ownerId === actor.userId;

const typesOf = ({ type, mediaType }: Filter): readonly ArtifactType[] =>
  artifactTypes.filter((name) => (type === '' || kindOfArtifact[name] === type) && (mediaType.length === 0 || mediaType.includes(name)));

/** Condition of a filter, limited to attachments that the caller may see. */
export function matching({ actor, extensions }: Pick<Ctx, 'actor' | 'extensions'>, filter: Filter) {
  return (eb: ExpressionBuilder<Database, 'artifacts'>): Expression<SqlBool> => {
    const isPublic = eb('artifacts.isPublic', '=', true);
    const isOwn = eb.and([eb('artifacts.isPublic', '=', false), eb('artifacts.ownerId', '=', actor.userId)]);
    const isShown =
      filter.adminView || filter.visibility === 'public' ? isPublic : filter.visibility === 'private' ? isOwn : eb.or([isPublic, isOwn]);
    const pattern = containing(filter.desc.trim());
    return eb.and([
      eb('artifacts.enterpriseId', '=', actor.enterpriseId),
      isShown,
      eb('artifacts.dataType', 'in', [...typesOf(filter), '' as ArtifactType]),
      ...(filter.deptId ? [eb('artifacts.deptId', '=', filter.deptId)] : []),
      ...(filter.bucketId ? [eb('artifacts.bucketId', '=', filter.bucketId)] : []),
      ...(filter.desc.trim() === ''
        ? []
        : [
            sql<SqlBool>`(artifacts.name ilike ${pattern} or artifacts.description ilike ${pattern}
            or artifacts.data->>'address' ilike ${pattern} or artifacts.data->>'message' ilike ${pattern} or artifacts.data->>'title' ilike ${pattern})`,
          ]),
      ...(filter.unused
        ? extensions.of(fileHolds).map((holds) => sql<SqlBool>`not ${holds(sql`artifacts.enterprise_id`, sql`artifacts.file_id`)}`)
        : []),
    ]);
  };
}

const listed = (tx: Read) =>
  tx
    .selectFrom('artifacts')
    .leftJoin('files', (join) =>
      join.onRef('files.enterpriseId', '=', 'artifacts.enterpriseId').onRef('files.fileId', '=', 'artifacts.fileId'),
    )
    .leftJoin('artifactBuckets as bucket', (join) =>
      join.onRef('bucket.enterpriseId', '=', 'artifacts.enterpriseId').onRef('bucket.bucketId', '=', 'artifacts.bucketId'),
    )
    .selectAll('artifacts')
    .select(['files.name as fileName', 'files.type as mimeType', 'files.sizeBytes', 'bucket.name as bucketName']);

export function listArtifactRows(ctx: Ctx, tx: Read, filter: Filter, page: { from: number; limit: number }): Promise<ListedArtifact[]> {
  return listed(tx)
    .where((eb) => matching(ctx, filter)(eb as unknown as ExpressionBuilder<Database, 'artifacts'>))
    .orderBy('artifacts.artifactId', 'desc')
    .$call(pageOf(page))
    .execute();
}

/** @throws DomainError artifact.not_found, for another's private one too */
export async function getListedArtifact(tx: Read, actor: Actor, artifactId: string): Promise<ListedArtifact> {
  const row = await listed(tx)
    .where('artifacts.enterpriseId', '=', actor.enterpriseId)
    .where('artifacts.artifactId', '=', artifactId)
    .executeTakeFirst();
  if (!row || !isSeen(row, actor)) throw artifactNotFound();
  return row;
}

/** Locked; users who may delete creatives may delete those that they do not see, and learn nothing of them. */
export async function accessArtifact(tx: Tx, actor: Actor, artifactId: string, { hidden = false } = {}): Promise<ArtifactRow> {
  const row = await tx
    .selectFrom('artifacts')
    .selectAll()
    .where('enterpriseId', '=', actor.enterpriseId)
    .where('artifactId', '=', artifactId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !(hidden || isSeen(row, actor))) throw artifactNotFound();
  return row;
}

export async function accessBucket(tx: Tx, actor: Actor, bucketId: string): Promise<BucketRow> {
  const row = await tx
    .selectFrom('artifactBuckets')
    .selectAll()
    .where('enterpriseId', '=', actor.enterpriseId)
    .where('bucketId', '=', bucketId)
    .forUpdate()
    .executeTakeFirst();
  if (!row || !isSeen(row, actor)) throw bucketNotFound();
  return row;
}

/** The same file, as the caller has it already. */
export function findSameUpload(tx: Tx, actor: Actor, sha256: string): Promise<{ artifactId: string; name: string } | undefined> {
  return tx
    .selectFrom('artifacts')
    .select(['artifactId', 'name'])
    .where('enterpriseId', '=', actor.enterpriseId)
    .where('uploadSha256', '=', sha256)
    .where((eb) => eb.or([eb('isPublic', '=', true), eb('ownerId', '=', actor.userId)]))
    .orderBy('artifactId')
    .limit(1)
    .executeTakeFirst();
}

/** Files of attachments that the actor sees. */
export async function listLibraryFiles(tx: Tx, actor: Actor, fileIds: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('artifacts')
    .select('fileId')
    .where('enterpriseId', '=', actor.enterpriseId)
    .where('fileId', 'in', [...fileIds])
    .where((eb) => eb.or([eb('isPublic', '=', true), eb('ownerId', '=', actor.userId)]))
    .execute();
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

/** The values of an attachment that the audit trail keeps. */
export const findArtifactRecord = (tx: Read, enterpriseId: string, artifactId: string) =>
  tx
    .selectFrom('artifacts as a')
    .leftJoin('files as f', (join) => join.onRef('f.enterpriseId', '=', 'a.enterpriseId').onRef('f.fileId', '=', 'a.fileId'))
    .leftJoin('artifactBuckets as b', (join) => join.onRef('b.enterpriseId', '=', 'a.enterpriseId').onRef('b.bucketId', '=', 'a.bucketId'))
    .select([
      'a.name',
      'a.description',
      'a.dataType as type',
      'a.data',
      'a.isPublic',
      'a.isAdminCreated as adminCreated',
      'b.name as bucket',
      'a.deptId as departmentId',
      'b.isPublic as isBucketPublic',
      'f.name as file',
      'f.sha256 as fileHash',
    ])
    .where('a.enterpriseId', '=', enterpriseId)
    .where('a.artifactId', '=', artifactId)
    .executeTakeFirst();

/** The values of a bucket that the audit trail keeps. */
export const findBucketRecord = (tx: Read, enterpriseId: string, bucketId: string) =>
  tx
    .selectFrom('artifactBuckets')
    .select(['name', 'isPublic'])
    .where('enterpriseId', '=', enterpriseId)
    .where('bucketId', '=', bucketId)
    .executeTakeFirst();

export async function insertArtifact(tx: Tx, row: Insertable<ArtifactTable>): Promise<void> {
  await tx.insertInto('artifacts').values(row).execute();
}

export async function changeArtifact(tx: Tx, enterpriseId: string, artifactId: string, change: Updateable<ArtifactTable>): Promise<void> {
  await tx.updateTable('artifacts').set(change).where('enterpriseId', '=', enterpriseId).where('artifactId', '=', artifactId).execute();
}

export async function removeArtifact(tx: Tx, enterpriseId: string, artifactId: string): Promise<void> {
  await tx.deleteFrom('artifacts').where('enterpriseId', '=', enterpriseId).where('artifactId', '=', artifactId).execute();
}

/** Shared buckets and one's own, with how many attachments the filter leaves in each. @param bucketId of one of them */
export function listBucketRows(ctx: Ctx, tx: Read, filter: Filter, bucketId?: string) {
  const { actor } = ctx;
  return tx
    .selectFrom('artifactBuckets as bucket')
    .selectAll('bucket')
    .select((eb) =>
      eb
        .selectFrom('artifacts')
        .select(sql<number>`count(*)::int`.as('count'))
        .whereRef('artifacts.bucketId', '=', 'bucket.bucketId')
        .where((inner) => matching(ctx, filter)(inner as unknown as ExpressionBuilder<Database, 'artifacts'>))
        .as('count'),
    )
    .where('bucket.enterpriseId', '=', ctx.enterpriseId)
    .$if(bucketId !== undefined, (query) => query.where('bucket.bucketId', '=', bucketId ?? ''))
    .where((eb) => {
      const own = eb('bucket.ownerId', '=', actor.userId);
      const shared = eb('bucket.isPublic', '=', true);
      if (filter.adminView || filter.visibility === 'public') return shared;
      return filter.visibility === 'private' ? own : eb.or([own, shared]);
    })
    .orderBy(sql`lower(bucket.name)`)
    .limit(500)
    .execute();
}

/** The name of an attachment's bucket; '' where it is in none. */
export async function findBucketName(tx: Read, enterpriseId: string, bucketId: string | null): Promise<string> {
  const bucket = await tx
    .selectFrom('artifactBuckets')
    .select('name')
    .where('enterpriseId', '=', enterpriseId)
    .where('bucketId', '=', bucketId)
    .executeTakeFirst();
  return bucket?.name ?? '';
}

/** Keeps a bucket from being deleted until the end of the transaction. @returns false if it is gone */
export async function keepBucket(tx: Tx, enterpriseId: string, bucketId: string): Promise<boolean> {
  const bucket = await tx
    .selectFrom('artifactBuckets')
    .select('bucketId')
    .where('enterpriseId', '=', enterpriseId)
    .where('bucketId', '=', bucketId)
    .forKeyShare()
    .executeTakeFirst();
  return bucket !== undefined;
}

export const insertBucket = (tx: Tx, row: Insertable<ArtifactBucketTable>): Promise<BucketRow> =>
  tx.insertInto('artifactBuckets').values(row).returningAll().executeTakeFirstOrThrow();

export async function changeBucket(tx: Tx, enterpriseId: string, bucketId: string, change: Updateable<ArtifactBucketTable>): Promise<void> {
  await tx.updateTable('artifactBuckets').set(change).where('enterpriseId', '=', enterpriseId).where('bucketId', '=', bucketId).execute();
}

/** Takes all attachments out of a bucket. @returns how many */
export async function emptyBucket(tx: Tx, enterpriseId: string, bucketId: string): Promise<number> {
  const held = tx.updateTable('artifacts').where('enterpriseId', '=', enterpriseId).where('bucketId', '=', bucketId);
  const { numUpdatedRows } = await held.set({ bucketId: null }).executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

export async function removeBucket(tx: Tx, enterpriseId: string, bucketId: string): Promise<void> {
  await tx.deleteFrom('artifactBuckets').where('enterpriseId', '=', enterpriseId).where('bucketId', '=', bucketId).execute();
}

/** A picture or a film of the library that everybody sees. */
export type LibraryMedium = { artifactId: string; name: string; fileId: string; type: string };

const publicMedia = (tx: Read, enterpriseId: string, artifactIds: readonly string[]) =>
  tx
    .selectFrom('artifacts')
    .innerJoin('files', (join) =>
      join.onRef('files.enterpriseId', '=', 'artifacts.enterpriseId').onRef('files.fileId', '=', 'artifacts.fileId'),
    )
    .select(['artifacts.artifactId', 'artifacts.name', 'files.fileId', 'files.type'])
    .where('artifacts.enterpriseId', '=', enterpriseId)
    .where(sql<boolean>`artifacts.artifact_id = any(${[...new Set(artifactIds)]}::uuid[])`)
    .where('artifacts.isPublic', '=', true)
    .where('artifacts.dataType', 'in', ['IMAGE', 'VIDEO']);

/** Those of these attachments that are pictures or films everybody sees. */
export const listLibraryMedia = (tx: Read, enterpriseId: string, artifactIds: readonly string[]): Promise<LibraryMedium[]> =>
  artifactIds.length === 0 ? Promise.resolve([]) : publicMedia(tx, enterpriseId, artifactIds).execute();

/** The same, kept from being deleted until the end of the transaction. */
export const holdLibraryMedia = (tx: Tx, enterpriseId: string, artifactIds: readonly string[]): Promise<LibraryMedium[]> =>
  artifactIds.length === 0 ? Promise.resolve([]) : publicMedia(tx, enterpriseId, artifactIds).forKeyShare('artifacts').execute();
