import { type Artifact, kindOfArtifact } from '@parley/contract';
import { type Actor, can } from '../../../context.ts';
import type { ArtifactRow, ListedArtifact } from './artifact.repository.ts';
import type { ArtifactUse, FileUse } from './artifact.uses.ts';

/**
 * Tells whether the actor may edit an attachment. Those of administrators are changed by administrators alone, who may change shared ones
 * of others as well, private ones never.
 */
export const mayEdit = (row: Pick<ArtifactRow, 'isPublic' | 'isAdminCreated' | 'ownerId'>, actor: Actor): boolean =>
  (row.ownerId === actor.userId && !row.isAdminCreated) || (row.isPublic && can(actor, 'CREATIVES.EDIT'));

export function presentArtifact(
  row: ListedArtifact,
  actor: Actor,
  { uses, named, makerName }: { uses: readonly FileUse[]; named: readonly ArtifactUse[]; makerName: string },
  fileUrl: (fileId: string) => string,
): Artifact {
  const { data } = row;
  return {
    _id: row.artifactId,
    type: kindOfArtifact[row.dataType],
    deptId: row.deptId ?? '',
    bucketId: row.bucketId ?? '',
    bucketName: row.bucketName ?? '',
    isPublic: row.isPublic,
    adminCreated: row.isAdminCreated,
    mayEdit: mayEdit(row, actor),
    data: {
      type: row.dataType,
      name: row.name,
      desc: row.description,
      url: row.fileId ? fileUrl(row.fileId) : (data.url ?? ''),
      address: data.address ?? '',
      fileId: row.fileId ?? '',
      fileName: row.fileName ?? '',
      mimeType: row.mimeType ?? '',
      size: row.sizeBytes ?? 0,
      width: data.width ?? 0,
      height: data.height ?? 0,
      latitude: data.latitude ?? null,
      longitude: data.longitude ?? null,
      message: data.message ?? '',
      title: data.title ?? '',
    },
    usedBy: [...uses.filter(({ fileId }) => fileId === row.fileId), ...named.filter(({ artifactId }) => artifactId === row.artifactId)].map(
      ({ name, isLive }) => ({ name, isLive }),
    ),
    createdBy: makerName,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}
