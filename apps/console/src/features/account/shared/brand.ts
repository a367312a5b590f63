import { defaultWhiteLabel, drawBrandIcon, WhiteLabel } from '@parley/contract';
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

/** The drawn icon, for who has none of their own. */
export const defaultIcon = (brand: WhiteLabel): string => `data:image/svg+xml,${encodeURIComponent(drawBrandIcon(brand, 8))}`;
