import { defineEndpoint } from '../endpoint.ts';
import { faultTexts, fillSlots } from '../faults.ts';
import { Email, formList, Id, text } from '../fields.ts';
import { z } from '../z.ts';
import { auditActions, auditActorKinds, auditKinds, auditModules, leaves, leavesNothing } from './audit-marks.ts';

/** One field of a record. Secrets say only that they were set or changed; `isHidden`: the reader's role masks what the field holds. */
export const AuditChange = z
  .object({ field: z.string(), before: z.unknown(), after: z.unknown(), isHidden: z.boolean() })
  .meta({ id: 'AuditChange' });
export type AuditChange = z.infer<typeof AuditChange>;

const entry = {
  id: Id,
  at: z.iso.datetime(),
  actorKind: z.enum(auditActorKinds),
  actorId: z.string(),
  actorName: z.string(),
  address: z.string(),
  module: z.enum(auditModules),
  action: z.enum(auditActions),
  kind: z.enum(auditKinds),
  recordId: z.string(),
  /** '' where it was erased. */
  recordName: z.string(),
  result: z.enum(['done', 'refused']),
};
export const AuditEntry = z.object(entry).meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AuditDetail = z
  .object({
    ...entry,
    requestId: z.string(),
    reason: z.string(),
    changes: z.array(AuditChange),
    /** Numbers of bulk work, by name. */
    counts: z.record(z.string(), z.number()),
    /** The screen that shows the record; '' when there is none, or the record is gone. */
    link: z.string(),
    /** Details of a person who asked to be forgotten. */
    isErased: z.boolean(),
    /** Fields whose values before this change the reader may put back now. */
    canPutBack: z.array(z.string()),
    /** Place in the chain; 0: not sealed yet, which takes about a second. */
    number: z.number(),
    hash: z.string(),
  })
  .meta({ id: 'AuditDetail' });
export type AuditDetail = z.infer<typeof AuditDetail>;

/** Result of a check of the chain. `broken`: the first entry that is not what was sealed, and how it differs. */
export const AuditVerification = z
  .object({
    state: z.enum(['running', 'holds', 'broken', 'failed']),
    mode: z.enum(['quick', 'full']),
    entries: z.number(),
    checked: z.number(),
    segments: z.number(),
    erased: z.number(),
    /** The first so many entries have gone, since they are older than the enterprise keeps them. */
    dropped: z.number(),
    lastHash: z.string(),
    broken: z
      .object({
        number: z.number(),
        entryId: z.string(),
        fault: z.enum(['changed', 'removed', 'moved', 'forged', 'unsealed', 'signature']),
      })
      .nullable(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AuditVerification' });
export type AuditVerification = z.infer<typeof AuditVerification>;

export const shortestKeptDays = 400;
const Checkpoint = z.object({ at: z.iso.datetime(), number: z.number(), hash: z.string(), signature: z.string() });
/** Recipients of the daily checkpoint, and the days that the trail is kept; null: for ever. */
export const AuditSettings = z
  .object({
    checkpointEmails: z.array(z.string()),
    keptDays: z.number().nullable(),
    version: z.number(),
    /** Checks the signatures: Ed25519, PEM. */
    publicKey: z.string(),
    lastCheckpoint: Checkpoint.nullable(),
  })
  .meta({ id: 'AuditSettings' });
export type AuditSettings = z.infer<typeof AuditSettings>;
export const AuditSettingsSave = z.object({
  checkpointEmails: formList(Email).refine((emails) => emails.length <= 10, fillSlots(faultTexts['list.too_long'], { maximum: 10 })),
  keptDays: z.coerce.number().int().min(shortestKeptDays).max(36_500).nullable(),
  version: z.coerce.number().int(),
});
export type AuditSettingsSave = z.infer<typeof AuditSettingsSave>;

/** Day on the enterprise's clock; both days count whole. */
const day = z.union([z.iso.date(), z.literal('')]).default('');
const any = z.literal('');
/** A range of more days is refused when a text is searched. */
export const mostSearchedDays = 31;
export const auditPage = 50;
export const AuditFilter = z.object({
  fromDate: day,
  toDate: day,
  userId: z.union([Id, any]).default(''),
  module: z.union([z.enum(auditModules), any]).default(''),
  action: z.union([z.enum(auditActions), any]).default(''),
  kind: z.union([z.enum(auditKinds), any]).default(''),
  recordId: text(100).default(''),
  search: text(100).default(''),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

const tag = 'Audit trail';
const access = ['AUDITTRAIL.VIEW'] as const;
const path = '/e/enterprise/audit_trail';
export const auditEndpoints = {
  /** `after`: the id of the last entry of the page before, which costs the same on every page; `from` counts entries instead. */
  list: defineEndpoint({
    method: 'GET',
    path,
    summary: 'Who did what, the newest first',
    tag,
    access,
    query: AuditFilter.extend({
      from: z.coerce.number().int().min(0).max(10_000).default(0),
      perPage: z.coerce.number().int().min(1).max(200).default(auditPage),
      after: z.union([Id, any]).default(''),
    }),
    answer: z.object({ entries: z.array(AuditEntry), more: z.boolean(), people: z.array(z.object({ id: Id, name: z.string() })) }),
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${path}/entries/:entryId`,
    summary: 'One entry with the fields before and after',
    tag,
    access,
    params: z.object({ entryId: Id }),
    answer: AuditDetail,
  }),
  verification: defineEndpoint({
    method: 'GET',
    path: `${path}/verification`,
    summary: 'What the last check of the chain found',
    tag,
    access,
    answer: AuditVerification.nullable(),
  }),
  verify: defineEndpoint({
    method: 'POST',
    path: `${path}/verify`,
    summary: 'Check the chain: quick, its segments and what is not in one yet; full, every entry',
    tag,
    access,
    changes: 'nothing',
    audit: leavesNothing('it reads'),
    perMinute: 10,
    body: z.object({ mode: z.enum(['quick', 'full']) }),
    answer: AuditVerification,
  }),
  putBack: defineEndpoint({
    method: 'POST',
    path: `${path}/entries/:entryId/put_back`,
    summary: 'Give fields of the record the values that they had before this change, by its own save and rights',
    tag,
    access,
    changes: 'something',
    audit: leaves('any', 'put_back'),
    params: z.object({ entryId: Id }),
    body: z.object({ fields: z.array(z.string().max(60)).min(1).max(100) }),
    answer: z.object({ fields: z.array(z.string()) }),
  }),
  settings: defineEndpoint({
    method: 'GET',
    path: `${path}/settings`,
    summary: 'Who gets the daily checkpoint, how long the trail is kept, and the key that checks its signatures',
    tag,
    access,
    answer: AuditSettings,
  }),
  saveSettings: defineEndpoint({
    method: 'PUT',
    path: `${path}/settings`,
    summary: 'Change who gets the daily checkpoint, and how long the trail is kept',
    tag,
    access: ['ENTERPRISE.EDIT'],
    audit: leaves('audit_settings', 'edit'),
    body: AuditSettingsSave,
    answer: AuditSettings,
  }),
  export: defineEndpoint({
    method: 'GET',
    path: `${path}/export`,
    summary: 'The filtered entries as CSV with their place in the chain; the link carries x-access-id',
    tag,
    access: 'public',
    proof: true,
    perMinute: 30,
    query: AuditFilter.extend({ 'x-access-id': z.string().max(500).default('') }),
  }),
};
