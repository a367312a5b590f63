/** Kinds of things that a package holds, in the order in which they are made: what others refer to comes first. */
export const packageKinds = ['card', 'template', 'form', 'stream', 'encap'] as const;
export type PackageKind = (typeof packageKinds)[number];

export const packageIndustries = [
  'general',
  'banking',
  'insurance',
  'retail',
  'health',
  'education',
  'travel',
  'property',
  'government',
] as const;
export type PackageIndustry = (typeof packageIndustries)[number];

/** shipped: comes with the product; uploaded: of a publisher whose key was accepted; made: of this enterprise's own things. */
export const packageOrigins = ['shipped', 'uploaded', 'made'] as const;
/** Values of the list's filter: installed here, installed with a newer version at hand, or not installed. */
export const packageStandings = ['installed', 'update', 'free'] as const;

export const packageLimits = { bytes: 50 * 1024 ** 2, entries: 1000, items: 200, packages: 500, publishers: 100 } as const;

/** Media type of a package file */
export const packageFileType = 'application/zip';

const versionPattern = /^(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})\.(0|[1-9]\d{0,4})$/;
export const isPackageVersion = (version: string): boolean => versionPattern.test(version);

/** Compares two versions as numbers: below 0 when the first is the older one. */
export function comparePackageVersions(one: string, other: string): number {
  const [ones, others] = [one, other].map((version) => version.split('.').map(Number));
  for (const place of [0, 1, 2]) {
    const difference = (ones?.[place] ?? 0) - (others?.[place] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
