import { AppConfig, bundledFlags, defaultWhiteLabel, type FeatureFlag, productAppId } from '@parley/contract';
import { useSyncExternalStore } from 'react';
import { mergeOver, readSettings } from './settings-file.ts';

/** Configuration of the deployment, with its feature flags: read once at start. */
const bundledConfig: AppConfig = {
  environment: { ...bundledFlags },
  userMode: 'invite',
  encryption: { isEnabled: false, publicKey: '' },
  appId: productAppId,
  baseHref: '/',
  singleSignOn: false,
  behaviourAnalytics: false,
  firebaseConfig: null,
  whiteLabel: defaultWhiteLabel,
};

let config = bundledConfig;
const listeners = new Set<() => void>();

/** Fetches the configuration. A file that is missing or unreadable leaves the bundled one in place, silently. */
export async function loadAppConfig(): Promise<void> {
  const parsed = AppConfig.safeParse(mergeOver(bundledConfig, await readSettings('/assets/app-config.json')));
  config = parsed.success ? parsed.data : bundledConfig;
  for (const listener of listeners) listener();
}

export const getAppConfig = () => config;
export const hasFlag = (flag: FeatureFlag) => config.environment[flag] === true;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const useAppConfig = () => useSyncExternalStore(subscribe, getAppConfig);
