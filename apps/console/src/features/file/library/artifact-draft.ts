import { type Artifact, type ArtifactType, fileArtifacts, type UploadedFile } from '@parley/contract';
import type { ArtifactBody } from './library.queries.ts';

export function toDraft(artifact: Artifact | undefined, isPublicAtFirst: boolean) {
  const data = artifact?.data;
  return {
    name: data?.name ?? '',
    desc: data?.desc ?? '',
    url: data?.type === 'URL' ? data.url : '',
    title: data?.title ?? '',
    address: data?.address ?? '',
    latitude: data?.latitude ?? null,
    longitude: data?.longitude ?? null,
    message: data?.message ?? '',
    isPublic: artifact?.isPublic ?? isPublicAtFirst,
    bucketId: artifact?.bucketId ?? '',
  };
}
export type ArtifactDraft = ReturnType<typeof toDraft>;

type Parts = { artifact: Artifact | undefined; type: ArtifactType; upload: UploadedFile | undefined; isAdmin: boolean; isCopy: boolean };

export const toBody = (
  { isPublic, bucketId, ...said }: ArtifactDraft,
  { artifact, type, upload, isAdmin, isCopy }: Parts,
): ArtifactBody => ({
  data: { type, ...said, fileId: (upload?.id ?? (fileArtifacts[type] ? (artifact?.data.fileId ?? '') : '')) as '' },
  isPublic,
  adminCreated: artifact ? artifact.adminCreated : isAdmin,
  bucketId: bucketId as '',
  deptId: (artifact?.deptId ?? '') as '',
  isCopy,
});
