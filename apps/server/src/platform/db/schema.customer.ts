import type {
  BulkJob,
  Conditions,
  ConsentRoad,
  ConsentState,
  DateOrder,
  FieldError,
  HeaderMapping,
  LeftOut,
  RetentionDays,
  Selection,
  Validation,
} from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type JsonDefault<T> = ColumnType<T, string | undefined, string>;
type CreatedAt = ColumnType<Date, Date | undefined, never>;

export type AttributeTable = {
  enterpriseId: string;
  attributeId: string;
  slot: number;
  fieldName: string;
  fieldLabel: string;
  helpText: string;
  isMandatory: boolean;
  fieldType: 'text' | 'textarea' | 'selectbox-singlevalue' | 'selectbox-multiplevalue' | 'boolean' | 'date';
  inputType: '' | 'alphabets' | 'alphanumeric' | 'email' | 'number' | 'decimal';
  defaultValue: string;
  category: 'general' | 'address' | 'business' | 'social_details';
  isSearchable: boolean;
  commaIncluded: boolean;
  validations: Json<Validation[]>;
  position: number;
  version: Default<number>;
  updatedBy: string | null;
  updatedAt: Default<Date>;
  deletedAt: Date | null;
};

/** The fields of a customer beside name, number and e-mail; missing ones are left out. */
export type Profile = {
  whatsAppNumber?: string;
  facebookId?: string;
  instaId?: string;
  twitterId?: string;
  language?: string;
  timeZone?: string;
};
/** Values by the slot of their attribute. */
export type SlotValues = Record<string, string>;
/** The former sets of a customer in the bin, the customer into whom it was merged, and whether its month there is over. */
export type BinContent = { sets: string[]; mergedInto?: string; isEmptied?: boolean };

export type CustomerTable = {
  enterpriseId: string;
  customerId: string;
  name: string;
  number: Default<string>;
  /** The number of a line with several spellings, so that two customers never have it; null: another country, or a double from before */
  canonicalNumber: Default<string | null>;
  email: Default<string>;
  profile: JsonDefault<Profile>;
  data: JsonDefault<SlotValues>;
  searchText: Default<string>;
  version: Default<number>;
  importId: Default<string | null>;
  createdAt: CreatedAt;
  updatedAt: Default<Date>;
  updatedBy: Default<string | null>;
  deletedAt: Default<Date | null>;
  deletedBy: Default<string | null>;
  bin: ColumnType<BinContent | null, string | null | undefined, string | null>;
};

export type CustomerAddressTable = {
  enterpriseId: string;
  channelId: string;
  address: string;
  customerId: string;
  createdAt: CreatedAt;
  lastInboundAt: Default<Date | null>;
  /** The session that a reply must name, as the vendor gave it with the last message */
  session: ColumnType<Record<string, string> | null, string | null | undefined, string | null>;
};

export type CustomerExternalIdTable = { enterpriseId: string; externalId: string; customerId: string; createdAt: CreatedAt };

export type CustomerSetTable = {
  enterpriseId: string;
  setId: string;
  kind: 'group' | 'label';
  name: string;
  customerCount: ColumnType<number, never, never>;
  createdBy: string | null;
  createdAt: CreatedAt;
  version: Default<number>;
};
export type CustomerSetMemberTable = { enterpriseId: string; setId: string; customerId: string };

export type CustomerConsentTable = {
  enterpriseId: string;
  customerId: string;
  channel: string;
  isGranted: boolean;
  source: string;
  changedAt: Default<Date>;
};

export type FieldChange = { field: string; from: string; to: string };
/** A consent that an import has written at `changedAt`, and the one of before; null: there was none. */
export type ReplacedConsent = {
  channel: string;
  changedAt: string;
  before: { isGranted: boolean; source: string; changedAt: string } | null;
};
/** A row as it was before an import replaced it, the version that the import gave it, and the sets that it joined by that. */
export type ReplacedRow = {
  name: string;
  email: string;
  profile: Profile;
  data: SlotValues;
  searchText: string;
  version: number;
  joined: string[];
  /** Left out where the file said nothing of consent. */
  consents?: ReplacedConsent[];
};
export type ChangeKind = 'changed' | 'replaced' | 'consent' | 'grouped' | 'merged' | 'deleted' | 'restored';
export type CustomerChangeTable = {
  enterpriseId: string;
  customerId: string;
  changeId: string;
  kind: ChangeKind;
  changedAt: Default<Date>;
  changedBy: string | null;
  changes: JsonDefault<FieldChange[]>;
  importId: string | null;
  before: ColumnType<ReplacedRow | null, string | null | undefined, string | null>;
};

export type CustomerFilterTable = {
  enterpriseId: string;
  filterId: string;
  name: string;
  conditions: Json<Conditions>;
  createdBy: string | null;
  createdAt: CreatedAt;
  version: Default<number>;
};

export type CustomerBulkJobTable = {
  enterpriseId: string;
  bulkId: string;
  action: BulkJob['action'];
  selection: Json<Selection>;
  setIds: Default<string[]>;
  state: Default<BulkJob['state']>;
  total: number | null;
  done: Default<number>;
  changed: Default<number>;
  cursor: Default<string>;
  lastCustomerId: string;
  reason: Default<string>;
  requestKey: Default<string>;
  fileId: string | null;
  createdBy: string;
  createdAt: CreatedAt;
  finishedAt: Date | null;
};

export type ImportPhase = 'parsed' | 'queued' | 'running' | 'completed' | 'failed' | 'cancelled' | 'undoing' | 'undone';
export type CsvImportTable = {
  enterpriseId: string;
  importId: string;
  fileId: string;
  fileName: string;
  sizeBytes: number;
  sha256: string;
  markBytes: Default<number>;
  encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  delimiter: ',' | ';' | '\t';
  headers: Json<string[]>;
  phase: Default<ImportPhase>;
  headerMapping: JsonDefault<HeaderMapping[]>;
  replaces: Default<boolean>;
  groupId: string | null;
  labelId: string | null;
  groupName: Default<string>;
  labelName: Default<string>;
  country: Default<string>;
  dateOrder: Default<DateOrder>;
  byteOffset: Default<number>;
  lineNumber: Default<number>;
  totalLines: Default<number>;
  acceptedLines: Default<number>;
  errorLines: Default<number>;
  createdCount: Default<number>;
  replacedCount: Default<number>;
  undoneCount: Default<number>;
  keptCount: Default<number>;
  startsStreams: Default<boolean>;
  startCount: Default<number>;
  refusedStartCount: Default<number>;
  leavesOut: Default<boolean>;
  leftOut: JsonDefault<LeftOut[]>;
  firstCustomerId: string | null;
  lastCustomerId: string | null;
  undoCursor: Default<string>;
  replacedCursor: Default<string>;
  reason: Default<string>;
  createdBy: string;
  createdAt: CreatedAt;
  submittedAt: Date | null;
  completedAt: Date | null;
  undoneAt: Date | null;
};

export type CsvImportErrorTable = {
  enterpriseId: string;
  importId: string;
  lineNumber: number;
  lineText: string;
  cells: ColumnType<string[] | null, string | null, string | null>;
  messages: FieldError['message'][];
  faults: ColumnType<Pick<FieldError, 'field' | 'code' | 'values'>[], string | undefined, string>;
  kinds: ColumnType<string[], string[] | undefined, string[]>;
};

export type CsvMappingTable = {
  enterpriseId: string;
  mappingId: string;
  name: string;
  headerMapping: Json<HeaderMapping[]>;
  dateOrder: Default<DateOrder>;
  leavesOut: Default<boolean>;
  createdAt: CreatedAt;
};

export type ConsentChangeTable = {
  enterpriseId: string;
  changeId: string;
  customerId: string;
  channel: string;
  stateBefore: ConsentState;
  stateAfter: ConsentState;
  source: string;
  road: ConsentRoad;
  changedBy: string | null;
  changedAt: Date;
  address: string;
};

export type ErasureTable = {
  enterpriseId: string;
  erasureId: string;
  customerId: string;
  requestedBy: string;
  requestedByName: string;
  reason: string;
  keepOptOut: boolean;
  requestedAt: Date;
  state: Default<'running' | 'done'>;
  /** The person for whom the job looks, until it is done; {} afterwards */
  person: Json<Record<string, unknown>>;
  kind: Default<string>;
  cursor: Default<string>;
  counts: JsonDefault<Record<string, number>>;
  finishedAt: Default<Date | null>;
  certificate: Default<string>;
  signature: Default<Buffer | null>;
};

export type PersonCopyTable = {
  enterpriseId: string;
  copyId: string;
  customerId: string;
  requestedBy: string;
  requestedAt: Date;
  fileId: Default<string | null>;
  finishedAt: Default<Date | null>;
};

export type PrivacySettingsTable = {
  enterpriseId: string;
  chatsDays: Default<number | null>;
  mediaDays: Default<number | null>;
  logsDays: Default<number | null>;
  version: Default<number>;
};

export type RetentionChangeTable = {
  enterpriseId: string;
  changeId: string;
  retention: Json<RetentionDays>;
  requestedBy: string;
  requestedByName: string;
  requestedAt: Date;
  effectiveAt: Date;
  state: Default<'waiting' | 'applied' | 'cancelled'>;
};

/** The progress of erasing a kind. */
export type RetentionMarkTable = { enterpriseId: string; kind: string; lastId: string };

export type SuppressedAddressTable = {
  enterpriseId: string;
  suppressedId: Default<string>;
  hash: Buffer;
  kind: 'blocked' | 'opted_out';
  channelId: string | null;
  consentChannel: Default<string>;
  createdAt: Date;
};

/** Tables of the phone book, of CSV imports and of a person's rights. */
export type CustomerTables = {
  attributes: AttributeTable;
  customers: CustomerTable;
  customerAddresses: CustomerAddressTable;
  customerExternalIds: CustomerExternalIdTable;
  customerSets: CustomerSetTable;
  customerSetMembers: CustomerSetMemberTable;
  customerConsents: CustomerConsentTable;
  customerChanges: CustomerChangeTable;
  customerFilters: CustomerFilterTable;
  customerBulkJobs: CustomerBulkJobTable;
  csvImports: CsvImportTable;
  csvImportErrors: CsvImportErrorTable;
  csvMappings: CsvMappingTable;
  consentChanges: ConsentChangeTable;
  erasures: ErasureTable;
  personCopies: PersonCopyTable;
  suppressedAddresses: SuppressedAddressTable;
  privacySettings: PrivacySettingsTable;
  retentionChanges: RetentionChangeTable;
  retentionMarks: RetentionMarkTable;
};
