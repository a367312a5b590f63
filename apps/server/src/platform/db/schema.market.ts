import type { PackageIndustry, PackageKind } from '@parley/contract';
import type { ColumnType } from 'kysely';

export type PackagePublisherTable = {
  enterpriseId: string;
  fingerprint: string;
  name: string;
  publicKey: string;
  privateKey: string | null;
  acceptedBy: string | null;
  acceptedAt: Date;
};
export type PackageTable = {
  enterpriseId: string;
  packageId: string;
  key: string;
  version: string;
  name: string;
  purpose: string;
  industry: PackageIndustry;
  languages: string[];
  kinds: PackageKind[];
  publisher: string;
  fingerprint: string;
  manifest: string;
  publicKey: string;
  signature: string;
  isOwn: boolean;
  addedBy: string | null;
  addedAt: Date;
};
export type PackagePartTable = { enterpriseId: string; packageId: string; path: string; content: string };
export type PackageInstallTable = {
  enterpriseId: string;
  installId: string;
  packageId: string;
  key: string;
  name: string;
  version: string;
  state: ColumnType<'INSTALLED' | 'UPDATED' | 'REMOVED', 'INSTALLED' | undefined, 'UPDATED' | 'REMOVED'>;
  requestKey: string;
  installedBy: string | null;
  installedAt: Date;
  updatedAt: Date;
};
export type PackageItemTable = {
  enterpriseId: string;
  installId: string;
  path: string;
  kind: PackageKind;
  name: string;
  recordId: string | null;
  isOwn: ColumnType<boolean, boolean | undefined, boolean>;
  given: string;
  base: ColumnType<object | null, string | null, string | null>;
};

/** Tables of packages. */
export type MarketTables = {
  packagePublishers: PackagePublisherTable;
  packages: PackageTable;
  packageParts: PackagePartTable;
  packageInstalls: PackageInstallTable;
  packageItems: PackageItemTable;
};
