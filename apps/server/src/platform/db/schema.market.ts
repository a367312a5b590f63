import type {
  MoveOutcome,
  MovePhase,
  MoveReason,
  MoveRecordKind,
  MoveReport,
  MoveSource,
  PackageIndustry,
  PackageKind,
} from '@parley/contract';
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

type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;

/** @property place where reading goes on: of files an entry and a record, of an address a step and a page */
export type MoveTable = {
  enterpriseId: string;
  moveId: string;
  source: MoveSource;
  phase: Default<MovePhase>;
  files: Json<{ id: string; name: string }[]>;
  apiUrl: Default<string>;
  apiAccount: Default<string>;
  apiToken: string | null;
  place: ColumnType<object, string | undefined, string>;
  readCount: Default<number>;
  messageCount: Default<number>;
  warnings: ColumnType<{ file: string; reason: MoveReason; line: number }[], string | undefined, string>;
  plan: ColumnType<object | null, string | null | undefined, string | null>;
  mapping: ColumnType<Record<string, string>, string | undefined, string>;
  stage: Default<string>;
  stageAfter: Default<string>;
  doneCount: Default<number>;
  totalCount: Default<number>;
  report: ColumnType<MoveReport | null, string | null | undefined, string | null>;
  reason: Default<string>;
  failedIn: Default<string>;
  attempts: Default<number>;
  nextAt: Date | null;
  createdBy: string;
  createdAt: Date;
  plannedAt: Date | null;
  runBy: string | null;
  doneAt: Date | null;
  undoneAt: Date | null;
  version: Default<number>;
};
export type MoveRecordTable = {
  enterpriseId: string;
  moveId: string;
  kind: MoveRecordKind;
  key: string;
  place: number;
  ref: Default<string>;
  name: Default<string>;
  number: Default<string>;
  email: Default<string>;
  externalId: Default<string>;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
  outcome: Default<MoveOutcome>;
  reason: ColumnType<MoveReason, string | undefined, string>;
  recordId: string | null;
  mark: ColumnType<Record<string, unknown>, string | undefined, string>;
};

/** Tables of packages and of moves. */
export type MarketTables = {
  packagePublishers: PackagePublisherTable;
  packages: PackageTable;
  packageParts: PackagePartTable;
  packageInstalls: PackageInstallTable;
  packageItems: PackageItemTable;
  moves: MoveTable;
  moveRecords: MoveRecordTable;
};
