import type { WhiteLabel } from '@parley/contract';

const smallestContrast = 4.5; // WCAG 2.2 AA for text

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG contrast of two colours like #1f6feb: 1 for equal ones, 21 for black on white. */
export function contrastRatio(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The texts that could not be read on their ground (screens 11.4). */
export function unreadableColours({ primary, primaryText, topBar, topBarText }: WhiteLabel['colors']): string[] {
  return [
    ...(contrastRatio(primaryText, primary) < smallestContrast ? ['primaryText'] : []),
    ...(contrastRatio(topBarText, topBar) < smallestContrast ? ['topBarText'] : []),
  ];
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The domain itself or a host below it, on any port (docs/decisions/0008). */
export function isHostOfDomain(host: string, domain: string): boolean {
  const name = host.toLowerCase().replace(/:\d+$/, '');
  return name === domain || name.endsWith(`.${domain}`);
}

const filePath = /^\/e\/enterprise\/files\/([0-9a-f-]{36})(?:\?.*)?$/i;
export const fileIdOf = (url: string): string | undefined => filePath.exec(url)?.[1]?.toLowerCase();

const mapUrls = (brand: WhiteLabel, change: (url: string) => string): WhiteLabel => ({
  ...brand,
  logoPath: change(brand.logoPath),
  favIconPath: change(brand.favIconPath),
  loaderPath: change(brand.loaderPath),
  dashBoardVideo: change(brand.dashBoardVideo),
  banner: brand.banner.map((slide) => ({ ...slide, image: change(slide.image) })),
});

/** Links as they are kept: a stored file without the token that its link carried, which ends after a day. */
export const withPlainUrls = (brand: WhiteLabel): WhiteLabel =>
  mapUrls(brand, (url) => {
    const fileId = fileIdOf(url);
    return fileId ? `/e/enterprise/files/${fileId}` : url;
  });

/** Links as members see them: with a token, since a draft's files are not public. */
export const withSignedUrls = (brand: WhiteLabel, sign: (fileId: string) => string): WhiteLabel =>
  mapUrls(brand, (url) => {
    const fileId = fileIdOf(url);
    return fileId ? sign(fileId) : url;
  });

/** Every stored file that a brand shows, once. */
export function brandFileIds(brand: WhiteLabel): string[] {
  const ids: string[] = [];
  mapUrls(brand, (url) => {
    const fileId = fileIdOf(url);
    if (fileId) ids.push(fileId);
    return url;
  });
  return [...new Set(ids)];
}
