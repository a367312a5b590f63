import { AppConfig, bundledFlags, defaultWhiteLabel, type FeatureFlag, productAppId, WhiteLabel } from '@parley/contract';
import { useSyncExternalStore } from 'react';

/** Application configuration and brand: read once at start, changed again when a branding is published. */
type BrandState = { config: AppConfig; brand: WhiteLabel };

const bundledConfig: AppConfig = {
  environment: { ...bundledFlags },
  userMode: 'invite',
  encryption: { isEnabled: false, publicKey: '' },
  appId: productAppId,
  baseHref: '/',
  behaviourAnalytics: false,
  firebaseConfig: null,
  whiteLabel: defaultWhiteLabel,
  isProduction: false,
};

let state: BrandState = { config: bundledConfig, brand: defaultWhiteLabel };
const listeners = new Set<() => void>();

function setState(next: BrandState): void {
  state = next;
  applyToDocument(next.brand);
  for (const listener of listeners) listener();
}

/** Fetches both files. One that is missing or unreadable leaves the bundled one in place, silently. */
export async function loadBrand(): Promise<void> {
  const host = location.host;
  const [config, brand] = await Promise.all([fetchJson('/assets/app-config.json'), fetchJson(`/assets/WhiteLabel/${host}/${host}.json`)]);
  const parsed = AppConfig.safeParse(mergeOver(bundledConfig, config));
  const known = parsed.success ? parsed.data : bundledConfig;
  setState({ config: known, brand: toBrand(brand, known.whiteLabel) });
}

/** What a host's file leaves out comes from the bundled brand, part by part. */
export function toBrand(file: unknown, fallback: WhiteLabel = defaultWhiteLabel): WhiteLabel {
  const parsed = WhiteLabel.safeParse(mergeOver(fallback, file));
  return parsed.success ? parsed.data : fallback;
}

export const getBrand = () => state.brand;
export const getAppConfig = () => state.config;
export const hasFlag = (flag: FeatureFlag) => state.config.environment[flag] === true;
export const setBrand = (brand: WhiteLabel) => setState({ ...state, brand });

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useBrand = () => useSyncExternalStore(subscribe, getBrand);
export const useAppConfig = () => useSyncExternalStore(subscribe, getAppConfig);

async function fetchJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(path);
    return response.ok ? await response.json() : undefined;
  } catch {
    return undefined;
  }
}

function mergeOver<T extends object>(base: T, over: unknown): T {
  if (typeof over !== 'object' || over === null || Array.isArray(over)) return base;
  const merged = { ...base } as Record<string, unknown>;
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key];
    const isNested = typeof below === 'object' && below !== null && !Array.isArray(below);
    if (value !== undefined) merged[key] = isNested && key !== 'allowedVendors' ? mergeOver(below, value) : value;
  }
  return merged as T;
}

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
