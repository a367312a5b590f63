import { packageIndustries, packageKinds, packageStandings, z } from '@parley/contract';

const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .union([z.enum(values), z.literal('')])
    .default('')
    .catch('');

/** Search parameters of the list; defaults stay out of the address. */
export const PackageListSearch = z.object({
  name: z.string().default('').catch(''),
  kind: oneOf(packageKinds),
  industry: oneOf(packageIndustries),
  language: z.string().default('').catch(''),
  standing: oneOf(packageStandings),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type PackageListSearch = z.infer<typeof PackageListSearch>;
export const noPackageListSearch: PackageListSearch = { name: '', kind: '', industry: '', language: '', standing: '', from: 0 };
