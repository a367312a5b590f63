import { leaves, leavesNothing } from '../account/audit-marks.ts';
import { screens } from '../account/screens.ts';
import { defineEndpoint } from '../endpoint.ts';
import { formBoolean, Id, Instant, Page, requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { packageIndustries, packageKinds, packageLimits, packageOrigins, packageStandings } from './package-kinds.ts';
import { PackageKey, PackagePath, PackageVersion } from './package-manifest.ts';

/** Packages: streams, forms, cards and templates that are carried from one enterprise to another in a signed file. */
const tag = 'Packages';
const base = '/e/enterprise/packages';
const readers = screens.marketplace.permissions;
const behind = 'MARKET_PLACE.VIEW';
/** A package is trusted, uploaded and made by those who look after the enterprise. */
export const packageKeepers = ['ENTERPRISE.EDIT'] as const;
/** Each kind inside asks for its own one of these too. */
export const packageInstallers = ['JOURNEYS.CREATE', 'ENCAPS.CREATE', 'RICHCARDS.CREATE', 'MSG_TEMPLATES.CREATE'] as const;
export const packageUpdaters = ['JOURNEYS.EDIT', 'ENCAPS.EDIT', 'RICHCARDS.EDIT', 'MSG_TEMPLATES.EDIT'] as const;
export const packageRemovers = ['JOURNEYS.DELETE', 'ENCAPS.DELETE', 'RICHCARDS.DELETE', 'MSG_TEMPLATES.DELETE'] as const;
const PackageParams = z.object({ packageId: Id });

export const PackageItem = z
  .object({
    id: Id,
    key: z.string(),
    name: z.string(),
    purpose: z.string(),
    version: z.string(),
    industry: z.enum(packageIndustries),
    languages: z.array(z.string()),
    kinds: z.array(z.enum(packageKinds)),
    origin: z.enum(packageOrigins),
    publisher: z.object({ name: z.string(), fingerprint: z.string() }),
    /** Version that is installed here; '' for none */
    installed: z.string(),
    /** This version is newer than the one that is installed */
    hasUpdate: z.boolean(),
  })
  .meta({ id: 'PackageItem' });
export type PackageItem = z.infer<typeof PackageItem>;

/** @property recordId of what it has become here; '' where it was skipped */
const InstalledPart = z.object({
  path: z.string(),
  kind: z.enum(packageKinds),
  name: z.string(),
  recordId: z.string(),
  /** It was there before, and is used by what was installed */
  isOwn: z.boolean(),
  /** It is in the bin, or gone */
  isGone: z.boolean(),
});
export type InstalledPart = z.infer<typeof InstalledPart>;

export const WholePackage = PackageItem.extend({
  licence: z.string(),
  items: z.array(z.object({ path: z.string(), kind: z.enum(packageKinds), name: z.string(), steps: z.array(z.string()) })),
  permissions: z.array(z.string()),
  needs: z.array(z.object({ kind: z.string(), name: z.string() })),
  /** Saved conversations in it */
  tests: z.number(),
  install: z
    .object({ version: z.string(), installedBy: z.string(), installedOn: Instant, updatedOn: Instant, parts: z.array(InstalledPart) })
    .nullable(),
}).meta({ id: 'Package' });
export type WholePackage = z.infer<typeof WholePackage>;

export const packageSteps = ['create', 'take', 'keep', 'choose', 'bin'] as const;
export const packageReasons = [
  '',
  'changedHere',
  'changedThere',
  'changedBoth',
  'isUsed',
  'isOwn',
  'isNew',
  'isLeft',
  'isGone',
  'isSame',
] as const;
/** A part of a plan: the step that is taken with one item, and why. */
export const PackagePlanItem = z.object({
  path: z.string(),
  kind: z.enum(packageKinds),
  name: z.string(),
  recordId: z.string(),
  step: z.enum(packageSteps),
  reason: z.enum(packageReasons),
  /** A thing of this enterprise that has the name already */
  conflict: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** A name that nothing has */
  freeName: z.string(),
  /** Places at which here and there differ, at most 100 */
  differences: z.array(z.object({ at: z.string(), mine: z.string(), theirs: z.string() })),
});
export type PackagePlanItem = z.infer<typeof PackagePlanItem>;

export const PackagePlan = z
  .object({
    version: z.string(),
    items: z.array(PackagePlanItem),
    /** Names in it that are of something outside: what this enterprise has by that name, or '' */
    refs: z.array(z.object({ kind: z.string(), name: z.string(), found: z.string() })),
    /** Types of channels that its templates are of */
    channelTypes: z.array(z.number()),
    /** Permissions that the caller lacks for it */
    lacking: z.array(z.string()),
    /** Live things that keep it from being removed */
    uses: z.array(z.string()),
  })
  .meta({ id: 'PackagePlan' });
export type PackagePlan = z.infer<typeof PackagePlan>;

export const PackagePublisher = z
  .object({
    fingerprint: z.string(),
    name: z.string(),
    isOwn: z.boolean(),
    isShipped: z.boolean(),
    acceptedBy: z.string(),
    acceptedOn: Instant.nullable(),
  })
  .meta({ id: 'PackagePublisher' });
export type PackagePublisher = z.infer<typeof PackagePublisher>;

const RequestKey = requiredText(100).meta({ examples: ['install-1'] });
const PublicKey = z
  .string()
  .regex(/^[A-Za-z0-9+/]{59}=$/)
  .meta({ examples: ['MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE='] });

export const packageEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: base,
    summary: 'Packages that come with the product, were uploaded or made here; of each the newest version, by name',
    tag,
    access: readers,
    query: Page.extend({
      name: text(120).default(''),
      kind: z.union([z.enum(packageKinds), z.literal('')]).default(''),
      industry: z.union([z.enum(packageIndustries), z.literal('')]).default(''),
      language: text(20).default(''),
      standing: z.union([z.enum(packageStandings), z.literal('')]).default(''),
    }),
    answer: z.object({ packages: z.array(PackageItem), more: z.boolean() }),
  }),
  upload: defineEndpoint({
    method: 'POST',
    path: base,
    summary: 'Add a package from its file; it is read strictly, and its publisher must be accepted',
    audit: leaves('package', 'import'),
    tag,
    access: packageKeepers,
    behind,
    mostBytes: packageLimits.bytes,
    perMinute: 20,
    answer: PackageItem,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: `${base}/:packageId`,
    summary: 'A package with its contents, and how it is installed here',
    tag,
    access: readers,
    params: PackageParams,
    answer: WholePackage,
  }),
  file: defineEndpoint({
    method: 'GET',
    path: `${base}/:packageId/file`,
    summary: 'A package as a .parley file',
    audit: leaves('package', 'export'),
    tag,
    access: packageKeepers,
    behind,
    params: PackageParams,
  }),
  plan: defineEndpoint({
    method: 'POST',
    path: `${base}/:packageId/plan`,
    summary: 'Steps that installing, updating or removing would take; nothing is changed',
    audit: leavesNothing('nothing is changed'),
    tag,
    access: readers,
    changes: 'nothing',
    params: PackageParams,
    body: z.object({ to: z.enum(['install', 'update', 'remove']) }),
    answer: PackagePlan,
  }),
  try: defineEndpoint({
    method: 'POST',
    path: `${base}/:packageId/try`,
    summary: 'Play the saved conversations of a package in memory; nothing is changed',
    audit: leavesNothing('nothing is changed'),
    tag,
    access: readers,
    changes: 'nothing',
    perMinute: 20,
    params: PackageParams,
    answer: z.object({ results: z.array(z.object({ stream: z.string(), name: z.string(), passes: z.boolean(), text: z.string() })) }),
  }),
  install: defineEndpoint({
    method: 'POST',
    path: `${base}/:packageId/install`,
    summary:
      'Install a package in one transaction: everything arrives as a draft. A request key that was used before answers the same install',
    audit: leaves('package_install', 'create'),
    tag,
    access: packageInstallers,
    behind,
    params: PackageParams,
    body: z.object({
      requestKey: RequestKey,
      /** Items that are not named here are made, under a free name */
      choices: z
        .array(
          z.object({
            /** Its path in the package */
            item: PackagePath,
            take: z.enum(['create', 'use', 'skip']),
            name: text(512).default(''),
          }),
        )
        .max(packageLimits.items)
        .default([]),
      /** A channel for templates of its type */
      channelIds: z.array(Id).max(20).default([]),
    }),
    answer: WholePackage,
  }),
  update: defineEndpoint({
    method: 'POST',
    path: `${base}/:packageId/update`,
    summary: 'Bring what is installed to this version: own changes stay, and where both sides changed one is chosen',
    audit: leaves('package_install', 'edit'),
    tag,
    access: packageUpdaters,
    behind,
    params: PackageParams,
    body: z.object({
      choices: z
        .array(z.object({ item: PackagePath, take: z.enum(['mine', 'theirs']) }))
        .max(packageLimits.items)
        .default([]),
      channelIds: z.array(Id).max(20).default([]),
    }),
    answer: WholePackage,
  }),
  remove: defineEndpoint({
    method: 'POST',
    path: `${base}/:packageId/remove`,
    summary:
      'Take an install away: unchanged things go to the bin, changed ones stay and are listed. Refused while something live uses them',
    audit: leaves('package_install', 'delete'),
    tag,
    access: packageRemovers,
    behind,
    params: PackageParams,
    body: z.object({ isSure: formBoolean.default(true) }),
    answer: z.object({
      binned: z.number(),
      kept: z.array(z.object({ kind: z.enum(packageKinds), name: z.string(), recordId: z.string() })),
    }),
  }),
  own: defineEndpoint({
    method: 'GET',
    path: `${base}/own`,
    summary: 'Own things of one kind that a package may be made of, by name; at most 200',
    tag,
    access: packageKeepers,
    behind,
    query: z.object({ kind: z.enum(packageKinds), name: text(120).default('') }),
    answer: z.object({ things: z.array(z.object({ id: z.string(), name: z.string() })) }),
  }),
  make: defineEndpoint({
    method: 'POST',
    path: `${base}/make`,
    summary:
      'Make a package of own things, signed by the key of this enterprise; people, secrets and addresses are left out, and a key in a text is refused',
    audit: leaves('package', 'create'),
    tag,
    access: packageKeepers,
    behind,
    perMinute: 20,
    body: z.object({
      key: PackageKey,
      version: PackageVersion,
      name: requiredText(120),
      purpose: text(1000).default(''),
      industry: z.enum(packageIndustries).default('general'),
      licence: text(100).default(''),
      items: z
        .array(z.object({ kind: z.enum(packageKinds), id: Id }))
        .min(1)
        .max(packageLimits.items),
    }),
    answer: PackageItem,
  }),
  publishers: defineEndpoint({
    method: 'GET',
    path: `${base}/publishers`,
    summary: 'Publishers whose packages are taken here',
    tag,
    access: readers,
    answer: z.object({ publishers: z.array(PackagePublisher) }),
  }),
  accept: defineEndpoint({
    method: 'POST',
    path: `${base}/publishers`,
    summary: 'Accept the key of a publisher, once; asks for a fresh proof',
    audit: leaves('publisher', 'create'),
    tag,
    access: packageKeepers,
    behind,
    proof: true,
    body: z.object({ name: requiredText(120), publicKey: PublicKey }),
    answer: PackagePublisher,
  }),
  withdraw: defineEndpoint({
    method: 'DELETE',
    path: `${base}/publishers/:fingerprint`,
    summary: 'Take no further packages of a publisher; what is here stays',
    audit: leaves('publisher', 'delete'),
    tag,
    access: packageKeepers,
    behind,
    params: z.object({ fingerprint: text(64) }),
    answer: z.null(),
  }),
};
