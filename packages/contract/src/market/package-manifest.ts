import { requiredText, text } from '../fields.ts';
import { z } from '../z.ts';
import { packageIndustries, packageKinds, packageLimits } from './package-kinds.ts';

/** The name of a package for programs: it stays the same in all versions. */
export const PackageKey = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:[.-][a-z0-9]+)+$/, 'Use small letters, digits, dots and dashes, such as bank.loan-enquiry.')
  .meta({ examples: ['bank.loan-enquiry'] });

export const PackageVersion = z
  .string()
  .max(20)
  .regex(/^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/, 'A version has three numbers, such as 1.0.0.')
  .meta({ examples: ['1.0.0'] });

const Sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ examples: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'] });

/** Path of an item in the file; references inside of the package name each other by it. */
export const PackagePath = z
  .string()
  .regex(/^items\/[a-z0-9-]{1,60}\.json$/)
  .meta({ examples: ['items/loan-form.json'] });

/** Contents of a package as its publisher signs them: `manifest.json`, in the canonical form of RFC 8785. */
export const PackageManifest = z.strictObject({
  format: z.literal('parley.package'),
  formatVersion: z.literal(2),
  id: PackageKey,
  version: PackageVersion,
  name: requiredText(120),
  purpose: text(1000),
  industry: z.enum(packageIndustries),
  languages: z.array(requiredText(20)).max(30),
  licence: text(100),
  publisher: requiredText(120),
  items: z
    .array(z.strictObject({ path: PackagePath, kind: z.enum(packageKinds), name: requiredText(512), sha256: Sha256 }))
    .min(1)
    .max(packageLimits.items),
  /** Permissions that installing it needs */
  permissions: z.array(requiredText(60)).max(50),
  /** Things outside of the package that its items name */
  needs: z.array(z.strictObject({ kind: requiredText(30), name: text(512) })).max(500),
  /** The oldest version of the product that reads it */
  leastProduct: PackageVersion,
});
export type PackageManifest = z.infer<typeof PackageManifest>;
