import { type ArtifactQuery, type ArtifactType, artifactTypes, kindOfArtifact } from '@parley/contract';
import { type Expression, type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Read, Tx } from '#platform/db/database.ts';
import { containing } from '#platform/db/like.ts';
import { pageOf } from '#platform/db/page.ts';
import type { ArtifactBucketTable, ArtifactTable } from '#platform/db/schema.library.ts';
import type { Database } from '#platform/db/schema.ts';
import { DomainError } from '#platform/http/domain-error.ts';
import type { Actor, Ctx } from '../../../context.ts';
import { fileUsers } from './artifact.uses.ts';

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
        ? extensions
            .of(fileUsers)
            .flatMap(({ holds }) => holds?.(sql`artifacts.enterprise_id`, sql`artifacts.file_id`) ?? [])
            .map((isHeld) => sql<SqlBool>`not ${isHeld}`)
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
