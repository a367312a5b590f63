import { defaultWhiteLabel, WhiteLabel } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { getAppConfig, loadAppConfig } from '../../../lib/app-config.ts';
import { mergeOver, readSettings } from '../../../lib/settings-file.ts';

/** The brand: read once at start, changed again when a branding is published. */
let brand: WhiteLabel = defaultWhiteLabel;
const listeners = new Set<() => void>();

export function setBrand(next: WhiteLabel): void {
  brand = next;
  applyToDocument(next);
  for (const listener of listeners) listener();
}

/** Fetches the deployment's configuration and the host's brand. A brand that is missing or unreadable leaves the configured one in place. */
export async function loadBrand(): Promise<void> {
  const host = location.host;
  const [, file] = await Promise.all([loadAppConfig(), readSettings(`/assets/WhiteLabel/${host}/${host}.json`)]);
  setBrand(toBrand(file, getAppConfig().whiteLabel));
}

/** Fills parts that a host's file leaves out from the bundled brand, part by part. */
export function toBrand(file: unknown, fallback: WhiteLabel = defaultWhiteLabel): WhiteLabel {
  const parsed = WhiteLabel.safeParse(mergeOver(fallback, file));
  return parsed.success ? parsed.data : fallback;
}

export const getBrand = () => brand;
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useBrand = () => useSyncExternalStore(subscribe, getBrand);

function applyToDocument(brand: WhiteLabel): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (icon) icon.href = brand.favIconPath || defaultIcon(brand);
}

/** A square of the brand's colour with its first letter, for who has no icon of their own. */
export function defaultIcon(brand: WhiteLabel): string {
  const letter = ([...brand.info.title][0] ?? '').toUpperCase().replace(/[<>&]/g, '');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${brand.colors.primary}"/><text x="16" y="22" font-family="system-ui,sans-serif" font-size="18" font-weight="700" text-anchor="middle" fill="${brand.colors.primaryText}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
