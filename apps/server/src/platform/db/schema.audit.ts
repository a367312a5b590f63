import type { AuditVerification } from '@parley/contract';
import type { ColumnType } from 'kysely';

/** Row types of the audit trail; the program adds and reads. */
export type AuditEntryTable = {
  enterpriseId: string;
  entryId: string;
  at: Date;
  actorKind: string;
  actorId: string | null;
  actorName: string;
  address: string;
  module: string;
  action: string;
  kind: string;
  recordId: string;
  recordName: string;
  result: string;
  requestId: string;
  reason: string;
  detailsHash: Buffer | null;
  hash: Buffer;
  mac: Buffer;
};
export type AuditDetailTable = { enterpriseId: string; entryId: string; salt: Buffer; details: string; customerId: string | null };
export type AuditErasureTable = { enterpriseId: string; entryId: string; erasedAt: ColumnType<Date, Date | undefined, never> };
/** Entries that are committed and not in the chain yet; the database's functions alone touch it. */
export type AuditUnsealedTable = { enterpriseId: string; entryId: string; at: Date };
export type AuditChainTable = { enterpriseId: string; number: number; entryId: string; at: Date; link: Buffer };
export type AuditSegmentTable = {
  enterpriseId: string;
  firstNumber: number;
  lastNumber: number;
  previousLink: Buffer;
  lastLink: Buffer;
  root: Buffer;
  closedAt: Date;
  signature: Buffer;
  droppedAt: Date | null;
  dropSignature: Buffer | null;
};
export type AuditCheckpointTable = {
  enterpriseId: string;
  day: ColumnType<Date, string, string>;
  number: number;
  link: Buffer;
  at: Date;
  signature: Buffer;
};
export type AuditSettingsTable = {
  enterpriseId: string;
  checkpointEmails: ColumnType<string[], string[] | undefined, string[]>;
  keptDays: number | null;
  version: ColumnType<number, number | undefined, number>;
};
export type AuditVerificationTable = { enterpriseId: string; result: ColumnType<AuditVerification, string, string>; checkedAt: Date };

/** The time of the program's own last check of a trail, and the break that it has reported. */
export type AuditCheckTable = { enterpriseId: string; checkedAt: Date; told: ColumnType<string, string | undefined, string> };

export type AuditTables = {
  auditChecks: AuditCheckTable;
  auditEntries: AuditEntryTable;
  auditDetails: AuditDetailTable;
  auditErasures: AuditErasureTable;
  auditUnsealed: AuditUnsealedTable;
  auditChain: AuditChainTable;
  auditSegments: AuditSegmentTable;
  auditVerifications: AuditVerificationTable;
  auditCheckpoints: AuditCheckpointTable;
  auditSettings: AuditSettingsTable;
};
