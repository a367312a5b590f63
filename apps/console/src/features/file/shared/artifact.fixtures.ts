import type { Artifact, ArtifactData } from '@parley/contract';

/** A picture as the server describes it. */
export const imageData: ArtifactData = {
  type: 'IMAGE',
  name: 'Shop',
  desc: '',
  url: '/e/enterprise/files/1',
  address: '',
  fileId: '7d1f6a52-0d7b-4b52-9d7c-000000000070',
  fileName: 'shop.png',
  mimeType: 'image/png',
  size: 120,
  width: 10,
  height: 10,
  latitude: null,
  longitude: null,
  message: '',
  title: '',
};

export const makeArtifact = (change: Partial<Artifact> & { _id: string }): Artifact => ({
  type: 1,
  deptId: '',
  bucketId: '',
  bucketName: '',
  isPublic: true,
  adminCreated: false,
  mayEdit: true,
  data: imageData,
  usedBy: [],
  createdBy: 'Ada',
  createdAt: '2024-01-05T10:30:00.000Z',
  updatedAt: '2024-01-05T10:30:00.000Z',
  version: 1,
  ...change,
});
