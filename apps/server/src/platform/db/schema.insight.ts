import type { sqlOutcomes } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Set<T> = ColumnType<T, T, never>;

export type ReportingLoginTable = {
  enterpriseId: Set<string>;
  login: Set<string>;
  createdBy: Set<string>;
  createdAt: Set<Date>;
  /** Null: the one in use */
  validUntil: Date | null;
};

export type ReportingKeyTable = { enterpriseId: Set<string>; secret: Set<Buffer> };

export type SqlStatementTable = {
  enterpriseId: Set<string>;
  statementId: Set<string>;
  login: Set<string>;
  beganAt: Set<Date>;
  backend: Set<string>;
  application: Set<string>;
  address: Set<string>;
  statement: Set<string>;
  tookMs: number;
  outcome: (typeof sqlOutcomes)[number];
};

export type InsightTables = {
  reportingLogins: ReportingLoginTable;
  reportingKeys: ReportingKeyTable;
  sqlStatements: SqlStatementTable;
};
