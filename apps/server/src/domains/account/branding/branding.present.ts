import type { Branding, WhiteLabel } from '@parley/contract';
import type { BrandingRow, BrandingVersionRow } from './branding.repository.ts';
import { withSignedUrls } from './branding.rules.ts';

/** The branding as members see it. Links of stored files are signed, so that a draft can be looked at before it is public. */
export function presentBranding(
  row: BrandingRow | undefined,
  versions: readonly BrandingVersionRow[],
  empty: WhiteLabel,
  sign: (fileId: string) => string,
): Branding {
  return {
    host: row?.host ?? '',
    draft: withSignedUrls(row?.draft ?? empty, sign),
    published: row?.published ? withSignedUrls(row.published, sign) : null,
    publishedAt: row?.publishedAt?.toISOString() ?? null,
    publishedBy: row?.publishedBy ?? '',
    version: row?.version ?? 0,
    versions: versions.map((version) => ({
      id: version.versionId,
      publishedAt: version.publishedAt.toISOString(),
      publishedBy: version.publishedBy,
      title: version.brand.info.title,
    })),
  };
}
