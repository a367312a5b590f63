import { defineEndpoint } from '../endpoint.ts';
import { faultTexts } from '../faults.ts';
import { Id, Version } from '../fields.ts';
import { z } from '../z.ts';
import { WhiteLabel } from './app-config.ts';
import { leaves } from './audit-marks.ts';
import { screens } from './screens.ts';

/** A host name with an optional port, as the browser's address has it. */
export const Host = z
  .string()
  .toLowerCase()
  .max(255)
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/, faultTexts['host.format']);

export const Branding = z
  .object({
    host: z.string(),
    draft: WhiteLabel,
    published: WhiteLabel.nullable(),
    publishedAt: z.iso.datetime().nullable(),
    publishedBy: z.string(),
    version: z.number(),
    versions: z.array(z.object({ id: Id, publishedAt: z.iso.datetime(), publishedBy: z.string(), title: z.string() })),
  })
  .meta({ id: 'Branding' });
export type Branding = z.infer<typeof Branding>;

const tag = 'Branding';
export const brandingEndpoints = {
  appConfig: defineEndpoint({
    method: 'GET',
    path: '/assets/app-config.json',
    summary: 'Application configuration: flags and the bundled brand; not in an envelope',
    tag,
    access: 'public',
    perMinute: 600,
  }),
  whiteLabel: defineEndpoint({
    method: 'GET',
    path: '/assets/WhiteLabel/:host/:file',
    summary: "A host's published brand; the bundled one where the host has none; not in an envelope",
    tag,
    access: 'public',
    perMinute: 600,
    params: z.object({ host: Host, file: z.string().max(300) }),
  }),
  manifest: defineEndpoint({
    method: 'GET',
    path: '/manifest.webmanifest',
    summary: 'The console as an app that a device installs, in the look of its host; not in an envelope',
    tag,
    access: 'public',
    perMinute: 600,
  }),
  appIcon: defineEndpoint({
    method: 'GET',
    path: '/assets/app-icon.svg',
    summary: "Icon of the installed console: the brand's colour and first letter",
    tag,
    access: 'public',
    perMinute: 600,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/e/enterprise/branding',
    summary: 'Draft, published brand and its versions',
    tag,
    access: screens.branding.permissions,
    answer: Branding,
  }),
  saveDraft: defineEndpoint({
    method: 'PUT',
    path: '/e/enterprise/branding',
    summary: 'Save the draft',
    audit: leaves('branding', 'edit'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    body: z.object({ host: Host, draft: WhiteLabel, version: Version }),
    answer: Branding,
  }),
  publish: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/branding/publish',
    summary: 'Publish the draft',
    audit: leaves('branding', 'publish'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    answer: Branding,
  }),
  restore: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/branding/restore/:versionId',
    summary: 'Make an earlier version the draft and publish it',
    audit: leaves('branding', 'roll_back'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    params: z.object({ versionId: Id }),
    answer: Branding,
  }),
  restoreDefault: defineEndpoint({
    method: 'POST',
    path: '/e/enterprise/branding/restore_default',
    summary: 'Publish the bundled brand in the place of the own one',
    audit: leaves('branding', 'publish'),
    tag,
    access: ['ENTERPRISE.EDIT'],
    answer: Branding,
  }),
};
