import type { AudienceBreakdown, CampaignAccess, CampaignPlan, Estimate, MilestoneRule, SealPart } from '@parley/contract';
import type { ColumnType } from 'kysely';

type Default<T> = ColumnType<T, T | undefined, T>;
type Json<T> = ColumnType<T, string, string>;
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
/** Written by the database, out of the plan. */
type Generated<T> = ColumnType<T, never, never>;

export type CampaignTable = {
  enterpriseId: string;
  campaignId: string;
  name: string;
  description: Default<string>;
  plan: Json<CampaignPlan>;
  accessType: Default<CampaignAccess>;
  channelId: Generated<string | null>;
  templateId: Generated<string | null>;
  createdBy: string;
  createdAt: Date;
  updatedBy: string;
  updatedAt: Date;
  version: Default<number>;
  requestKey: Default<string>;
  deletedAt: Default<Date | null>;
};

/** One part that an approval covers: its hash, and its shown values. */
export type SealedPart = { hash: string; shown: Readonly<Record<string, unknown>> };
export type SealedParts = Readonly<Record<SealPart, SealedPart>>;

/** @property size how many the first part has; @property waitsUntil '' until all of it has left; @property lookAt when to look at it next */
export type Wave = {
  size: number;
  result: '' | 'passed' | 'stopped';
  waitsUntil: string;
  lookAt: string;
  shares: { failed: number; optedOut: number; blocked: number } | null;
};

export type ActivityTable = {
  enterpriseId: string;
  activityId: string;
  campaignId: string;
  number: number;
  name: string;
  plan: Json<CampaignPlan>;
  channelId: Generated<string | null>;
  templateId: Generated<string | null>;
  approval: Default<'New' | 'Submitted' | 'Approved' | 'Rejected'>;
  state: Default<0 | 1 | 2 | 4>;
  version: Default<number>;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  lastEditedBy: string;
  lastEditorEmail: string;
  submittedBy: Default<string | null>;
  submitterEmail: Default<string>;
  submittedAt: Default<Date | null>;
  decidedBy: Default<string | null>;
  decidedAt: Default<Date | null>;
  reason: Default<string>;
  rejections: Default<number>;
  seal: Default<string>;
  sealParts: NullableJson<SealedParts>;
  approvedParts: NullableJson<SealedParts>;
  rejectedParts: NullableJson<SealedParts>;
  breakdown: NullableJson<AudienceBreakdown>;
  estimate: NullableJson<Estimate>;
  startsAt: Default<Date | null>;
  endsAt: Default<Date | null>;
  startedAt: Default<Date | null>;
  completedAt: Default<Date | null>;
  perMinute: Default<number | null>;
  wave: NullableJson<Wave>;
  isPauseTold: Default<boolean>;
  dueAt: Default<Date | null>;
  requestKey: Default<string>;
  deletedAt: Default<Date | null>;
  fallbackChannelId: Generated<string | null>;
  fallbackTemplateId: Generated<string | null>;
  fallbackRunId: Default<string | null>;
  fallbackSweptTo: Default<Date | null>;
  fallbackUntil: Default<Date | null>;
  fallbackClosedAt: Default<Date | null>;
  givenFileId: Default<string | null>;
  startKey: Default<string>;
  startHash: Default<string>;
};

export type ActivityFallbackTable = {
  enterpriseId: string;
  activityId: string;
  messageId: string;
  number: number;
  createdAt: Date;
  place: number | null;
};

export type ActivityEntryTable = {
  enterpriseId: string;
  activityId: string;
  entryId: string;
  kind: string;
  byUser: string | null;
  at: Date;
  body: Default<string>;
  data: ColumnType<{ parts?: SealPart[]; values?: Record<string, string | number> }, string | undefined, string>;
  requestKey: Default<string>;
};

export type ActivityResponseTable = {
  enterpriseId: string;
  activityId: string;
  responseId: string;
  messageId: string;
  customerId: string | null;
  channelId: string;
  address: string;
  messageKey: string;
  kind: 'reply' | 'press';
  button: Default<string>;
  payload: Default<string>;
  body: Default<string>;
  at: Date;
};

export type ShortLinkTable = {
  enterpriseId: string;
  activityId: string;
  messageId: string;
  variable: string;
  code: string;
  address: string;
  target: string;
  contentNumber: Default<number | null>;
};

export type UrlLinkTable = {
  enterpriseId: string;
  linkId: string;
  ownerId: string;
  code: string;
  target: string;
  opens: Default<number>;
  madeBy: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export type LinkClickTable = {
  enterpriseId: string;
  activityId: string;
  messageId: string;
  variable: string;
  clickId: ColumnType<number, never, never>;
  at: Date;
  kind: 'person' | 'repeat' | 'previewer';
  contentNumber: Default<number | null>;
};

export type CampaignMilestoneTable = {
  enterpriseId: string;
  campaignId: string;
  milestoneId: string;
  name: string;
  place: number;
  rule: Json<MilestoneRule>;
  version: Default<number>;
  createdBy: string;
  createdAt: Date;
  removedAt: Default<Date | null>;
};

/** Tables of campaigns. */
export type OutreachTables = {
  campaigns: CampaignTable;
  activities: ActivityTable;
  activityEntries: ActivityEntryTable;
  activityFallbacks: ActivityFallbackTable;
  activityResponses: ActivityResponseTable;
  shortLinks: ShortLinkTable;
  linkClicks: LinkClickTable;
  urlLinks: UrlLinkTable;
  campaignMilestones: CampaignMilestoneTable;
};
