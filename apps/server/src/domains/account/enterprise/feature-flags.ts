import { type AppConfig, bundledFlags, comingFlags, type FeatureFlag, type FeatureFlags, featureFlags } from '@parley/contract';

/** Browsers are reached by keys of our own (decision 0029), and not by somebody's push service: it has no configuration. */
export const firebaseConfig: AppConfig['firebaseConfig'] = null;

/** Flags that change how the product behaves rather than show a screen; 'all' leaves them as they are. */
const behaviours: readonly FeatureFlag[] = ['hideSignup', 'skipWebsocketNotification', 'floatingChatNotification', 'hideInnerHtml'];

/** The deployment's flags: the bundled ones are all off, FEATURES switches on what it names (SHELL-059, SHELL-063); 'all' names what is built. */
export function readFeatureFlags(names: readonly string[]): FeatureFlags {
  const wanted = new Set(
    names.includes('all') ? [...featureFlags.filter((flag) => !behaviours.includes(flag) && !comingFlags.includes(flag)), ...names] : names,
  );
  return Object.fromEntries(Object.keys(bundledFlags).map((flag) => [flag, wanted.has(flag)])) as FeatureFlags;
}
