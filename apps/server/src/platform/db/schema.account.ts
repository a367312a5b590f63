import type {
  ApiKeyScope,
  AuditKind,
  BinPart,
  CalendarSlot,
  ExportFilter,
  ExportKind,
  ExportState,
  exportFaults,
  FilterScreen,
  SampleKindName,
  SavedSearch,
  WhiteLabel,
} from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type EnterpriseSecurityTable = {
  enterpriseId: string;
  requireTwoFactor: Default<boolean>;
  graceUntil: Date | null;
  sessionHours: number | null;
  idleMinutes: number | null;
  domains: Default<string[]>;
  networks: Default<string[]>;
  passwordDays: number | null;
  version: Default<number>;
  updatedAt: Default<Date>;
};

export type ExportTable = {
  enterpriseId: string;
  exportId: string;
  kind: ExportKind;
  filter: Json<ExportFilter>;
  name: Default<string>;
  state: ExportState;
  fault: Default<(typeof exportFaults)[number]>;
  rows: Default<number>;
  /** Null: not counted beforehand */
  total: Default<number | null>;
  sizeBytes: Default<number | null>;
  /** Rights of its maker with which it was made */
  rights: Json<Record<string, unknown>>;
  fileId: Default<string | null>;
  downloads: Default<number>;
  tries: Default<number>;
  requestKey: Default<string>;
  createdBy: string;
  createdAt: Date;
  finishedAt: Default<Date | null>;
  expiresAt: Default<Date | null>;
};

export type DepartmentTable = {
  enterpriseId: string;
  departmentId: string;
  name: string;
  description: Default<string>;
  managerId: string | null;
  fallbackId: string | null;
  /** Null: the default calendar of the enterprise. */
  calendarId: string | null;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Date | null;
};

export type CalendarTable = {
  enterpriseId: string;
  calendarId: string;
  name: string;
  timeZone: string;
  isDefault: Default<boolean>;
  version: Default<number>;
  createdAt: CreatedAt;
  deletedAt: Date | null;
};

export type CalendarSlotTable = {
  enterpriseId: string;
  calendarId: string;
  /** 1 is Monday. */
  weekday: number;
  fromMinute: number;
  /** One that is not behind `fromMinute` is of the next day. */
  toMinute: number;
};

export type CalendarExceptionTable = {
  enterpriseId: string;
  calendarId: string;
  place: number;
  /** Written as 2026-01-31, and read as JSON: the driver would give a day the server's zone. */
  fromDay: ColumnType<Date, string, string>;
  toDay: ColumnType<Date, string, string>;
  isYearly: boolean;
  name: string;
  slots: Json<CalendarSlot[]>;
};

export type InvitationTable = {
  enterpriseId: string;
  invitationId: string;
  email: string;
  roles: number[];
  departmentIds: Default<string[]>;
  tokenHash: Buffer;
  state: Default<'pending' | 'accepted' | 'revoked'>;
  expiresAt: Date;
  sentCount: Default<number>;
  sentAt: Default<Date[]>;
  invitedBy: string | null;
  createdAt: CreatedAt;
};

export type DepartmentUserTable = { enterpriseId: string; departmentId: string; userId: string };

export type UserFactorTable = {
  enterpriseId: string;
  factorId: string;
  userId: string;
  /** One of `factorKinds` of the contract. */
  kind: number;
  name: Default<string>;
  secret: Default<string>;
  lastStep: Default<number>;
  /** Secret of an app that is being set up; it counts once a code of it has been checked. */
  pendingSecret: Default<string>;
  credentialId: Buffer | null;
  publicKey: Buffer | null;
  counter: Default<number>;
  transports: Default<string[]>;
  confirmedAt: Date | null;
  lastUsedAt: Date | null;
  createdAt: CreatedAt;
};

export type ApiKeyTable = {
  enterpriseId: string;
  keyId: string;
  name: string;
  hash: Buffer;
  start: string;
  ending: string;
  scopes: ApiKeyScope[];
  channelIds: Default<string[]>;
  networks: Default<string[]>;
  expiresAt: Date | null;
  stoppedAt: Date | null;
  createdBy: string;
  createdAt: CreatedAt;
  lastUsedAt: Date | null;
  lastAddress: Default<string>;
  seenNetworks: Default<string[]>;
};

export type LoginChallengeTable = {
  enterpriseId: string;
  challengeId: string;
  userId: string;
  purpose: 'login' | 'proof' | 'enrolment';
  tokenHash: Buffer;
  sessionId: string | null;
  removeExisting: Default<boolean>;
  routePath: Default<string>;
  passwordMark: Buffer | null;
  codeHash: Buffer | null;
  codeSentAt: Date | null;
  mails: Default<number>;
  failures: Default<number>;
  webauthn: Default<string>;
  expiresAt: Date;
  createdAt: CreatedAt;
};

export type SsoConnectionTable = {
  enterpriseId: string;
  connectionId: string;
  kind: 'oidc' | 'saml';
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: Default<string>;
  groupClaim: Default<string>;
  roleMap: ColumnType<{ providerGroup: string; roles: number[] }[], string | undefined, string>;
  defaultRoles: Default<number[]>;
  state: Default<'draft' | 'tested' | 'on'>;
  isEnforced: Default<boolean>;
  exemptUserIds: Default<string[]>;
  testedAt: Date | null;
  editedBy: string;
  saml: ColumnType<SamlSettings | null, string | undefined, string>;
  signingCertificate: Default<string>;
  signingKey: Default<string>;
  scimKeyHash: ColumnType<Buffer | null, Buffer | undefined, Buffer | null>;
  scimKeyEnding: Default<string>;
  scimKeyMadeAt: ColumnType<Date | null, Date | undefined, Date | null>;
  scimUsedAt: ColumnType<Date | null, Date | undefined, Date | null>;
  scimHeir: ColumnType<string | null, string | undefined, string | null>;
  version: Default<number>;
  createdAt: CreatedAt;
};

/** Settings of a SAML provider beside its entity id, which is the issuer. */
export type SamlSettings = {
  signInUrl: string;
  logoutUrl: string;
  certificates: string[];
  emailAttribute: string;
  nameAttribute: string;
  isProviderStarted: boolean;
};

export type SsoDomainTable = {
  enterpriseId: string;
  domain: string;
  connectionId: string;
  token: string;
  verifiedAt: Date | null;
  checkedAt: Date | null;
  createdAt: CreatedAt;
};

export type SsoAttemptTable = {
  enterpriseId: string;
  attemptId: string;
  connectionId: string;
  stateHash: Buffer;
  secrets: string;
  routePath: Default<string>;
  testedBy: string | null;
  usedAt: Date | null;
  expiresAt: Date;
};

export type UserIdentityTable = {
  enterpriseId: string;
  connectionId: string;
  subject: string;
  userId: string;
  givenRoles: Default<number[]>;
  lastLoginAt: Date;
  createdAt: CreatedAt;
};

export type SsoSpentTokenTable = { enterpriseId: string; connectionId: string; tokenHash: Buffer; expiresAt: Date };

export type SsoArrivalTable = {
  enterpriseId: string;
  tokenHash: Buffer;
  connectionId: string;
  stateHash: Buffer | null;
  outcome: string;
  routePath: Default<string>;
  testedBy: string | null;
  expiresAt: Date;
};

export type ScimUserTable = {
  enterpriseId: string;
  connectionId: string;
  userId: string;
  externalId: Default<string>;
  givenName: Default<string>;
  familyName: Default<string>;
  givenRoles: Default<number[]>;
  createdAt: Date;
  updatedAt: Date;
};

export type ScimGroupTable = {
  enterpriseId: string;
  connectionId: string;
  groupId: string;
  displayName: string;
  externalId: Default<string>;
  createdAt: Date;
  updatedAt: Date;
};

export type ScimGroupMemberTable = { enterpriseId: string; groupId: string; userId: string };

export type RecoveryCodeTable = { enterpriseId: string; userId: string; codeHash: Buffer; usedAt: Date | null; createdAt: CreatedAt };
export type FactorFailureTable = { enterpriseId: string; userId: string; failedAt: Default<Date[]> };

export type AccountLinkTable = {
  enterpriseId: string;
  linkId: string;
  userId: string;
  kind: 'activation' | 'reset';
  tokenHash: Buffer;
  expiresAt: Date;
  usedAt: Date | null;
  createdAt: CreatedAt;
};

export type KnownSignInTable = { enterpriseId: string; userId: string; fingerprint: Buffer; lastSeenAt: Default<Date> };

export type PushDeviceTable = {
  enterpriseId: string;
  tokenHash: Buffer;
  userId: string;
  /** Sealed: what the browser has subscribed with. */
  token: string;
  deviceType: number;
  sessionId: string;
  createdAt: CreatedAt;
};

export type PushMessageTable = {
  enterpriseId: string;
  pushId: string;
  tokenHash: Buffer;
  kind: string;
  cause: Default<string>;
  path: Default<string>;
  count: Default<number>;
  attempts: Default<number>;
  dueAt: Date;
  claimedUntil: Date | null;
  expiresAt: Date;
};

export type NotificationPreferenceTable = {
  enterpriseId: string;
  userId: string;
  kind: string;
  inApp: boolean;
  sound: boolean;
  mail: boolean;
  push: boolean;
};

export type NotificationMailTable = {
  enterpriseId: string;
  mailId: string;
  userId: string;
  kind: string;
  cause: Default<string>;
  code: string;
  values: ColumnType<Record<string, string | number>, string | undefined, string>;
  link: Default<string>;
  count: Default<number>;
  dueAt: Date;
  sentAt: Date | null;
  createdAt: Default<Date>;
};

export type BrandingTable = {
  enterpriseId: string;
  host: Default<string>;
  draft: Json<WhiteLabel>;
  published: ColumnType<WhiteLabel | null, string | null | undefined, string | null>;
  publishedHost: Default<string>;
  publishedAt: Date | null;
  publishedBy: Default<string>;
  publicFileIds: Default<string[]>;
  version: Default<number>;
  updatedBy: Default<string>;
  updatedAt: Default<Date>;
};

export type BrandingVersionTable = {
  enterpriseId: string;
  versionId: string;
  host: string;
  brand: Json<WhiteLabel>;
  publishedBy: string;
  publishedAt: Default<Date>;
};

export type FileTable = {
  enterpriseId: string;
  fileId: string;
  sha256: string;
  name: string;
  type: string;
  kind: 'audio' | 'image' | 'video' | 'document' | 'archive' | 'import';
  sizeBytes: number;
  createdBy: string | null;
  visitorAddress: string | null;
  createdAt: CreatedAt;
  isUnusual: Default<boolean>;
  /** null: no copy is needed */
  playableState: Default<'waiting' | 'ready' | 'failed' | null>;
  playableReason: Default<string>;
  playableSha256: Default<string | null>;
  playableType: Default<string | null>;
  playableSizeBytes: Default<number | null>;
};

export type SpentDownloadTable = { enterpriseId: string; tokenId: string; expiresAt: Date };

/** Contents of the store that have lost their last file. */
export type DoomedContentTable = { enterpriseId: string; sha256: string };

export type NotificationTable = {
  enterpriseId: string;
  notificationId: string;
  userId: string;
  kind: string;
  cause: Default<string>;
  code: Default<string>;
  values: ColumnType<Record<string, string | number>, string | undefined, string>;
  title: string;
  text: Default<string>;
  link: Default<string>;
  count: Default<number>;
  readAt: Date | null;
  createdAt: Default<Date>;
};

/** Tables of people, signing up and in, branding, files and notifications. */
export type BinEntryTable = {
  enterpriseId: string;
  entryId: string;
  kind: AuditKind;
  recordId: string;
  name: string;
  contains: ColumnType<Partial<Record<BinPart, number>>, string, string>;
  parents: ColumnType<{ kind: AuditKind; id: string; isNeeded?: boolean }[], string, string>;
  ownerId: string | null;
  deletedBy: string | null;
  deletedAt: Date;
  reason: Default<string>;
  purgeAt: Date;
  state: Default<'waiting' | 'restored' | 'purged'>;
  packed: ColumnType<unknown, string | null, string | null>;
};

/** Filters of a screen under a name. @property deptId null: its owner's alone */
export type ScreenFilterTable = {
  enterpriseId: string;
  filterId: string;
  screen: FilterScreen;
  userId: string;
  deptId: string | null;
  name: string;
  search: Json<SavedSearch>;
  isDefault: Default<boolean>;
  version: Default<number>;
};
/** First steps of an enterprise. @property dismissedAt null: they are shown to users who have one to do */
export type FirstStepTable = { enterpriseId: string; dismissedAt: Date | null };
/** A record that was made as sample data. @property mark tells whether people have changed it since */
export type SampleRecordTable = { enterpriseId: string; kind: SampleKindName; recordId: string; mark: string; madeAt: Date };
export type AccountTables = {
  firstSteps: FirstStepTable;
  sampleRecords: SampleRecordTable;
  binEntries: BinEntryTable;
  enterpriseSecurity: EnterpriseSecurityTable;
  departments: DepartmentTable;
  departmentUsers: DepartmentUserTable;
  calendars: CalendarTable;
  calendarSlots: CalendarSlotTable;
  calendarExceptions: CalendarExceptionTable;
  invitations: InvitationTable;
  userFactors: UserFactorTable;
  apiKeys: ApiKeyTable;
  screenFilters: ScreenFilterTable;
  exports: ExportTable;
  loginChallenges: LoginChallengeTable;
  recoveryCodes: RecoveryCodeTable;
  factorFailures: FactorFailureTable;
  ssoConnections: SsoConnectionTable;
  ssoDomains: SsoDomainTable;
  ssoAttempts: SsoAttemptTable;
  userIdentities: UserIdentityTable;
  ssoSpentTokens: SsoSpentTokenTable;
  ssoArrivals: SsoArrivalTable;
  scimUsers: ScimUserTable;
  scimGroups: ScimGroupTable;
  scimGroupMembers: ScimGroupMemberTable;
  accountLinks: AccountLinkTable;
  knownSignIns: KnownSignInTable;
  pushDevices: PushDeviceTable;
  pushMessages: PushMessageTable;
  notificationPreferences: NotificationPreferenceTable;
  notificationMails: NotificationMailTable;
  brandings: BrandingTable;
  brandingVersions: BrandingVersionTable;
  files: FileTable;
  spentDownloads: SpentDownloadTable;
  doomedContents: DoomedContentTable;
  notifications: NotificationTable;
};
