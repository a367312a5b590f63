import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Page, text } from '../fields.ts';
import { z } from '../z.ts';
import { auditKinds, leaves } from './audit-marks.ts';
import { builderPermissions, type RolePermission } from './permissions.ts';

export const binPage = 25;

/** Parts that a deleted record brings along, each with a count. */
export const binParts = [
  'customers',
  'sets',
  'stories',
  'intents',
  'phrases',
  'values',
  'entities',
  'sources',
  'tests',
  'users',
  'activities',
] as const;
export type BinPart = (typeof binParts)[number];

/** A deleted record that waits: it can be restored, and is purged when its days are over. */
export const BinEntry = z
  .object({
    id: Id,
    kind: z.enum(auditKinds),
    recordId: z.string(),
    name: z.string(),
    /** Counts of the parts that came along with it. */
    contains: z.partialRecord(z.enum(binParts), z.number()),
    deletedBy: z.string(),
    deletedAt: z.iso.datetime(),
    reason: z.string(),
    daysLeft: z.number(),
  })
  .meta({ id: 'BinEntry' });
export type BinEntry = z.infer<typeof BinEntry>;

export const BinQuery = Page.extend({
  perPage: formNumber(1, 100).default(binPage),
  kind: z.union([z.enum(auditKinds), z.literal('')]).default(''),
  search: text(120).default(''),
  /** User who deleted it. */
  userId: z.union([Id, z.literal('')]).default(''),
});
export type BinQuery = z.infer<typeof BinQuery>;

export const RestoreAnswer = z.object({
  kind: z.enum(auditKinds),
  recordId: z.string(),
  /** Its name from now on: a name that is taken gets a suffix. */
  name: z.string(),
  /** Parts of it that are gone and cannot come back: one by its name, or so many. */
  missing: z.array(z.object({ kind: z.enum(auditKinds), name: z.string().optional(), count: z.number().optional() })),
  /** The console's screen of it; '' where it has none. */
  link: z.string(),
});
export type RestoreAnswer = z.infer<typeof RestoreAnswer>;

const tag = 'Bin';
const BinParams = z.object({ entryId: Id });
/** Permissions of which a row asks for one, by its kind: the one to edit it. */
const editors = [
  'CUSTOMER.VIEW',
  'ENTERPRISE.EDIT',
  'CHANNELS.EDIT',
  'MSG_TEMPLATES.EDIT',
  'CREATIVES.EDIT',
  'CHAT.HANDLE',
  'DEPARTMENTS.EDIT',
  'CAMPAIGNS.EDIT',
  ...builderPermissions,
] as const satisfies readonly RolePermission[];

export const binEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/trash',
    summary: 'Deleted records of the kinds that the caller may edit, the newest first',
    tag,
    access: ['TRASH.VIEW'],
    query: BinQuery,
    answer: z.object({
      entries: z.array(BinEntry),
      more: z.boolean(),
      /** Kinds that the caller may restore. */
      kinds: z.array(z.enum(auditKinds)),
      people: z.array(z.object({ id: Id, name: z.string() })),
      mayPurge: z.boolean(),
    }),
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/trash/:entryId/restore',
    summary: 'Bring a record back with its parts and ids; twice is as good as once',
    tag,
    access: editors,
    behind: 'TRASH.VIEW',
    audit: leaves('any', 'restore'),
    params: BinParams,
    body: z.object({
      /** Restore what it belongs to as well, where that lies in the bin too. */
      withParents: formBoolean.default(false),
      /** Make one customer of this one and who has the number by now. */
      merge: formBoolean.default(false),
    }),
    answer: RestoreAnswer,
  }),
  purge: defineEndpoint({
    method: 'DELETE',
    path: '/e/enterprise/trash/:entryId',
    summary: 'Delete a record for good; for administrators, who type its name',
    tag,
    access: ['ENTERPRISE.EDIT'],
    behind: 'TRASH.VIEW',
    proof: true,
    audit: leaves('any', 'purge'),
    params: BinParams,
    query: z.object({ name: text(1000).default('') }),
    answer: z.null(),
  }),
};
