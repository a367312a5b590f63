import type {
  AlertDirection,
  AlertHold,
  AlertState,
  BoardAudience,
  BoardTile,
  DeliveryOutcome,
  DeliveryReason,
  FigureFilter,
  FigureMeasure,
  ScheduleRhythm,
  sqlOutcomes,
} from '@parley/contract';
import type { ColumnType } from 'kysely';

type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;

/** A figure set on one screen; in the bin while it has deletedAt. */
export type BoardTable = {
  enterpriseId: string;
  boardId: string;
  ownerId: string;
  name: string;
  tiles: Json<readonly BoardTile[]>;
  audience: BoardAudience;
  deptIds: Default<string[]>;
  isShared: Default<boolean>;
  version: Default<number>;
  changedAt: Date;
  deletedAt: ColumnType<Date | null, undefined, Date | null>;
};

export type ReportAlertTable = {
  enterpriseId: string;
  reportAlertId: string;
  ownerId: string;
  name: string;
  measure: FigureMeasure;
  filter: Json<FigureFilter>;
  windowMinutes: number;
  direction: AlertDirection;
  /** The unit is that of the measure */
  value: number;
  leastRows: number;
  /** '': no quiet hours */
  quietFrom: Default<string>;
  quietUntil: Default<string>;
  userIds: Default<string[]>;
  isActive: Default<boolean>;
  state: Default<AlertState>;
  stateSince: Date;
  /** The time since which the figure of one that is over is back; null: it is not */
  backSince: Date | null;
  lastValue: number | null;
  lookedAt: Date | null;
  hold: Default<Exclude<AlertHold, 'off'>>;
  nextAt: Date;
  version: Default<number>;
};

export type ReportScheduleTable = {
  enterpriseId: string;
  scheduleId: string;
  ownerId: string;
  boardId: string;
  rhythm: ScheduleRhythm;
  /** Monday is 1 */
  weekday: number;
  monthDay: number;
  /** Time of the enterprise's clocks, '08:00' */
  atTime: string;
  userIds: string[];
  onlyWithRows: Default<boolean>;
  isActive: Default<boolean>;
  nextDueAt: Date;
  lastDueAt: Date | null;
  version: Default<number>;
};

/** One mail to one user at one time. */
export type ReportDeliveryTable = {
  enterpriseId: string;
  scheduleId: string;
  dueAt: Date;
  userId: string;
  state: DeliveryOutcome;
  reason: Default<DeliveryReason>;
  tries: Default<number>;
  /** Time at which one that is due is tried, and one that is being sent counts as broken off */
  nextAt: Date;
  stateAt: Date;
  isLate: Default<boolean>;
  isAsked: Default<boolean>;
};

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
  boards: BoardTable;
  reportAlerts: ReportAlertTable;
  reportSchedules: ReportScheduleTable;
  reportDeliveries: ReportDeliveryTable;
};
