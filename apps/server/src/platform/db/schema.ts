import type { ColumnType, Generated } from 'kysely';

/** Row types of the tables. schema.api.test.ts compares them with the migrations. Names are snake_case in the database. */
type Json<T> = ColumnType<T, string, string>;
type Default<T> = ColumnType<T, T | undefined, T>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type EnterpriseTable = {
  enterpriseId: string;
  name: string;
  address: Default<string>;
  city: Default<string>;
  region: Default<string>;
  country: Default<string>;
  pincode: Default<string>;
  timeZone: Default<string>;
  settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  createdAt: CreatedAt;
};

export type UserTable = {
  enterpriseId: string;
  userId: string;
  name: string;
  email: string;
  phone: Default<string>;
  passwordHash: string;
  state: Default<number>;
  activatedAt: Date | null;
  profileFileId: string | null;
  timeZone: Default<string>;
  language: Default<string>;
  enableChatNotification: Default<boolean>;
  audioSettings: ColumnType<unknown, string | null | undefined, string | null>;
  handlesChats: Default<boolean>;
  maxChats: number | null;
  /** The former place of what agent_desks holds: read and written by the version before alone */
  agentStatus: ColumnType<number, never, never>;
  agentStatusReason: ColumnType<string, never, never>;
  agentStatusWish: ColumnType<number, never, never>;
  lastLoginAt: Date | null;
  version: Default<number>;
  passwordChangedAt: Default<Date>;
  languages: Default<string[]>;
  priority: Default<number>;
  digestHour: number | null;
  createdAt: CreatedAt;
};

export type RoleTable = {
  enterpriseId: string;
  code: number;
  name: string;
  description: Default<string>;
  permissions: Default<string[]>;
  dataScope: Default<'own' | 'department' | 'enterprise'>;
  maskedFields: Default<string[]>;
  version: Default<number>;
  updatedBy: string | null;
  updatedAt: Default<Date>;
};

export type UserRoleTable = { enterpriseId: string; userId: string; roleCode: number };

export type SessionTable = {
  enterpriseId: string;
  sessionId: string;
  userId: string;
  tokenHash: Buffer;
  kind: Default<'password' | 'sso'>;
  address: Default<string>;
  userAgent: Default<string>;
  createdAt: CreatedAt;
  lastSeenAt: Default<Date>;
  expiresAt: Date;
  provedAt: Date | null;
  connectionId: string | null;
  providerSession: Default<string>;
  /** SHA-256 of the provider's own name of the session. */
  providerSid: Buffer | null;
};

export type MeasureDayTable = {
  enterpriseId: string;
  grain: string;
  item: string;
  isSandbox: boolean;
  measure: string;
  day: Date;
  sub: Default<string>;
  gap: Default<number>;
  count: number;
};

export type MeasureThroughTable = { enterpriseId: string; grain: string; item: string; throughDay: Date };

export type LeaseTable = { enterpriseId: string; work: string; workId: string; holderId: string; heldUntil: Date };

export type OutboxTable = { eventId: Generated<number>; enterpriseId: string; name: string; data: Json<unknown>; createdAt: CreatedAt };

export type Database = {
  enterprises: EnterpriseTable;
  users: UserTable;
  roles: RoleTable;
  userRoles: UserRoleTable;
  sessions: SessionTable;
  leases: LeaseTable;
  measureDays: MeasureDayTable;
  measureThrough: MeasureThroughTable;
  outbox: OutboxTable;
} & import('./schema.account.ts').AccountTables &
  import('./schema.audit.ts').AuditTables &
  import('./schema.billing.ts').BillingTables &
  import('./schema.bot.ts').BotTables &
  import('./schema.chat.ts').ChatTables &
  import('./schema.insight.ts').InsightTables &
  import('./schema.integration.ts').IntegrationTables &
  import('./schema.sending.ts').SendingTables &
  import('./schema.library.ts').LibraryTables &
  import('./schema.card.ts').CardTables &
  import('./schema.journey.ts').JourneyTables &
  import('./schema.market.ts').MarketTables &
  import('./schema.outreach.ts').OutreachTables &
  import('./schema.customer.ts').CustomerTables &
  import('./schema.insight.ts').InsightTables;

export type { CreatedAt, Default, Generated, Json };
