import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, formNumber, Id, Page, requiredText, text, Version } from '../fields.ts';
import { z } from '../z.ts';
import { consentChannels, consentStates } from './customer.ts';
import { consentRoads, erasureStates, personalKinds, retentionKinds, shortestRetentionDays } from './privacy-kinds.ts';

const Count = z.object({ kind: z.enum(personalKinds), count: z.number() });

/** Records held about one customer, and the processes that still run with them. */
export const Holdings = z
  .object({
    kinds: z.array(Count),
    /** Open chats, which an erasure closes. */
    openChats: z.number(),
    /** Messages that wait to be sent, which an erasure skips. */
    waitingMessages: z.number(),
    /** Blocks and refusals that an erasure may keep as keyed hashes. */
    optOuts: z.number(),
  })
  .meta({ id: 'Holdings' });
export type Holdings = z.infer<typeof Holdings>;

/** A zip is there for its maker alone, and for a week. */
export const PersonCopy = z
  .object({ id: Id, requestedAt: z.iso.datetime(), finishedAt: z.iso.datetime().nullable(), fileId: Id.nullable() })
  .meta({ id: 'PersonCopy' });
export type PersonCopy = z.infer<typeof PersonCopy>;

/** Contents of `manifest.json` in a zip. */
export const CopyManifest = z.object({
  format: z.literal('parley-copy-v1'),
  madeAt: z.iso.datetime(),
  madeBy: z.object({ id: Id, name: z.string() }),
  enterpriseId: Id,
  customerId: Id,
  /** Records by kind. */
  counts: z.record(z.string(), z.number()),
  files: z.array(z.object({ name: z.string(), sha256: z.string(), sizeBytes: z.number() })),
});
export type CopyManifest = z.infer<typeof CopyManifest>;

export const Erasure = z
  .object({
    id: Id,
    customerId: Id,
    requestedBy: z.string(),
    reason: z.string(),
    requestedAt: z.iso.datetime(),
    state: z.enum(erasureStates),
    keepOptOut: z.boolean(),
    counts: z.array(Count),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Erasure' });
export type Erasure = z.infer<typeof Erasure>;

/** Record of an erasure, as it is signed. It names nobody but the person who asked for it. */
export const ErasureCertificate = z
  .object({
    format: z.literal('parley-erasure-v1'),
    erasureId: Id,
    enterprise: z.object({ id: Id, name: z.string() }),
    customerId: Id,
    requestedBy: z.object({ id: Id, name: z.string() }),
    reason: z.string(),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime(),
    erased: z.record(z.string(), z.number()),
    kept: z.array(z.object({ what: z.string(), why: z.string() })),
  })
  .meta({ id: 'ErasureCertificate' });
export type ErasureCertificate = z.infer<typeof ErasureCertificate>;
/** Certificate that its holder checks with `scripts/audit-verify.ts` and without the product. */
export const SignedCertificate = z.object({
  certificate: ErasureCertificate,
  /** Ed25519 over the certificate as canonical JSON (RFC 8785), base64. */
  signature: z.string(),
  /** PEM. */
  publicKey: z.string(),
});
export type SignedCertificate = z.infer<typeof SignedCertificate>;

export const ConsentChange = z
  .object({
    id: Id,
    channel: z.enum(consentChannels),
    before: z.enum(consentStates),
    after: z.enum(consentStates),
    /** Stated origin of the consent. */
    source: z.string(),
    road: z.enum(consentRoads),
    by: z.string(),
    at: z.iso.datetime(),
    address: z.string(),
  })
  .meta({ id: 'ConsentChange' });
export type ConsentChange = z.infer<typeof ConsentChange>;

/** Days after which data of a kind is erased; null: it is kept. */
export const RetentionDays = z.object({
  chats: formNumber(shortestRetentionDays, 36_500).nullable(),
  media: formNumber(shortestRetentionDays, 36_500).nullable(),
  logs: formNumber(shortestRetentionDays, 36_500).nullable(),
});
export type RetentionDays = z.infer<typeof RetentionDays>;

export const PrivacySettings = z
  .object({
    retention: RetentionDays,
    /** A shorter time that was saved and does not hold yet. */
    waiting: z.object({ retention: RetentionDays, effectiveAt: z.iso.datetime(), by: z.string() }).nullable(),
    version: z.number(),
  })
  .meta({ id: 'PrivacySettings' });
export type PrivacySettings = z.infer<typeof PrivacySettings>;

const tag = 'Privacy';
const base = '/chatbird/api/customer_master';
const configuration = '/e/enterprise/configuration/privacy';
const CustomerParams = z.object({ customerId: Id });
const ErasureParams = z.object({ erasureId: Id });
const phoneBook = screens.customers.permissions;
const admin = ['ENTERPRISE.EDIT'] as const;
const seeing = ['ENTERPRISE.VIEW', 'ENTERPRISE.EDIT'] as const;

export const privacyEndpoints = {
  holdings: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId/holdings`,
    summary: 'What is held about a customer, by kind; for those whose roles hide nothing of customers',
    tag,
    access: phoneBook,
    perMinute: 60,
    params: CustomerParams,
    answer: Holdings,
  }),
  copy: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/:customerId/copy`,
    summary: 'Make a zip of everything that is held about a customer; a notification says when it is there',
    tag,
    access: phoneBook,
    proof: true,
    audit: leaves('customer', 'export'),
    perMinute: 10,
    params: CustomerParams,
    answer: z.object({ copy: PersonCopy }),
  }),
  copies: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId/copies`,
    summary: 'Zips of a customer that the caller asked for in the last days, the newest first',
    tag,
    access: phoneBook,
    params: CustomerParams,
    answer: z.object({ copies: z.array(PersonCopy) }),
  }),
  erase: defineEndpoint({
    method: 'POST',
    path: `${base}/customers/:customerId/erase`,
    summary: 'Erase a person: chats, messages, logs, files and the trail forget them; for administrators, who type the name',
    tag,
    access: admin,
    proof: true,
    audit: leaves('erasure', 'erase'),
    params: CustomerParams,
    body: z.object({ name: text(200), reason: requiredText(300), keepOptOut: formBoolean.default(true) }),
    answer: z.object({ erasure: Erasure }),
  }),
  erasures: defineEndpoint({
    method: 'GET',
    path: `${base}/erasures`,
    summary: 'Erasures, the newest first',
    tag,
    access: seeing,
    query: Page.extend({ perPage: formNumber(1, 100).default(25) }),
    answer: z.object({ erasures: z.array(Erasure), more: z.boolean() }),
  }),
  certificate: defineEndpoint({
    method: 'GET',
    path: `${base}/erasures/:erasureId/certificate`,
    summary: 'What was erased, signed',
    tag,
    access: seeing,
    params: ErasureParams,
    answer: SignedCertificate,
  }),
  consentHistory: defineEndpoint({
    method: 'GET',
    path: `${base}/customers/:customerId/consents/history`,
    summary: 'Every change of a customer’s consents, the newest first',
    tag,
    access: phoneBook,
    params: CustomerParams,
    query: Page.extend({ perPage: formNumber(1, 100).default(25) }),
    answer: z.object({ changes: z.array(ConsentChange), more: z.boolean() }),
  }),
  settings: defineEndpoint({
    method: 'GET',
    path: configuration,
    summary: 'How long the company keeps chats, media and logs',
    tag,
    access: seeing,
    answer: PrivacySettings,
  }),
  saveSettings: defineEndpoint({
    method: 'POST',
    path: configuration,
    summary: 'Change how long data is kept: longer at once, shorter after 24 hours',
    tag,
    access: admin,
    audit: leaves('privacy', 'edit'),
    body: z.object({ retention: RetentionDays, version: Version }),
    answer: PrivacySettings,
  }),
  count: defineEndpoint({
    method: 'POST',
    path: `${configuration}/count`,
    summary: 'What these days would erase now, by kind; counting stops at a bound',
    tag,
    access: admin,
    audit: leavesNothing('it reads'),
    perMinute: 30,
    body: z.object({ retention: RetentionDays }),
    answer: z.object({ counts: z.array(z.object({ kind: z.enum(retentionKinds), count: z.number(), isMore: z.boolean() })) }),
  }),
  cancel: defineEndpoint({
    method: 'POST',
    path: `${configuration}/cancel`,
    summary: 'Give up the shorter time that waits',
    tag,
    access: admin,
    audit: leaves('privacy', 'cancel'),
    answer: PrivacySettings,
  }),
};
