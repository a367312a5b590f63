import type { ArtifactType } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

/** The content of an attachment beside its file: only the parts of its type are there. */
export type ArtifactContent = {
  url?: string;
  title?: string;
  address?: string;
  latitude?: number;
  longitude?: number;
  message?: string;
  width?: number;
  height?: number;
};

export type ArtifactTable = {
  enterpriseId: string;
  artifactId: string;
  dataType: ArtifactType;
  name: string;
  description: Default<string>;
  data: ColumnType<ArtifactContent, string | undefined, string>;
  fileId: Default<string | null>;
  uploadSha256: Default<string>;
  bucketId: Default<string | null>;
  deptId: Default<string | null>;
  isPublic: boolean;
  isAdminCreated: Default<boolean>;
  ownerId: string;
  version: Default<number>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
};

export type ArtifactBucketTable = {
  enterpriseId: string;
  bucketId: string;
  name: string;
  isPublic: Default<boolean>;
  ownerId: string;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** Tables of the library. */
export type LibraryTables = { artifacts: ArtifactTable; artifactBuckets: ArtifactBucketTable };
