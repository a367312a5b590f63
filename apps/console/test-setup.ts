import { notifications } from '@mantine/notifications';
import { defaultWhiteLabel } from '@parley/contract';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { getBrand, setBrand } from './src/features/account/shared/brand.ts';
import { setUnsavedIntent } from './src/features/bot/shared/unsaved.ts';
import { getAppConfig, loadAppConfig } from './src/lib/app-config.ts';
import { getOpenedDialog } from './src/lib/dialogs.ts';
import { setEnterpriseCountry, setEnterpriseZone } from './src/lib/format.ts';
import { i18next, setLanguage } from './src/lib/i18n.ts';
import { queryClient } from './src/lib/query-client.ts';
import { noteServerTime } from './src/lib/server-clock.ts';
import { endSession } from './src/lib/session.ts';

/** Vitest's own wait ends after a second, and takes no default of a project: a busy machine needs more. Replaced once in each worker. */
const patient = Symbol.for('parley.test.patient');
if (!Reflect.has(vi.waitFor, patient)) {
  const { waitFor } = vi;
  const waitLong: typeof waitFor = (look, options) =>
    waitFor(look, typeof options === 'number' ? options : { timeout: 100_000, ...options });
  vi.waitFor = Object.assign(waitLong, { [patient]: true });
}

/** The deployment's configuration as it is before any file of it was read. */
const bundledConfig = getAppConfig();

/**
 * The files of a worker share its page and its modules. After each test both are as at the start, so a test may change what it likes and
 * puts nothing back itself.
 */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.info(prettyDOM());
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  // Signing out closes the connection, and leaves no typed text.
  endSession('user');
  getOpenedDialog()?.answer(false);
  setUnsavedIntent(false);
  noteServerTime(new Date());
  setEnterpriseZone(undefined);
  setEnterpriseCountry(undefined);
  if (i18next.language !== 'en') await setLanguage('en');
  if (getBrand() !== defaultWhiteLabel) setBrand(defaultWhiteLabel);
  if (getAppConfig() !== bundledConfig) {
    vi.stubGlobal('fetch', async () => Response.json({}));
    await loadAppConfig();
    vi.unstubAllGlobals();
  }
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
  for (const part of [document.head, document.body]) part.replaceChildren();
  for (const part of [document.documentElement, document.body]) {
    for (const { name } of [...part.attributes]) part.removeAttribute(name);
  }
  // Last, since what was still waiting for an answer fails when the line is closed, and may say so.
  queryClient.clear();
  notifications.clean();
});

// Tests wait for a sign on the page; a busy machine needs more than the usual second to draw a lazily loaded part. Only a failure prints
// the whole page in words: printing it at each look for an absent element takes a tenth of the processor time.
configure({ asyncUtilTimeout: 100_000, getElementError: (message) => new Error(message ?? 'not found') });

/** Fakes of APIs that jsdom lacks and Mantine uses at once. */
if (!globalThis.matchMedia) {
  globalThis.matchMedia = (query: string) =>
    ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: vi.fn(),
      removeEventListener: vi.fn(),
      addListener: vi.fn(),
      removeListener: vi.fn(),
      dispatchEvent: vi.fn(),
    }) as unknown as MediaQueryList;
}
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.IntersectionObserver ??= class {
  root = null;
  rootMargin = '';
  scrollMargin = '';
  thresholds = [];
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return [];
  }
} as unknown as typeof IntersectionObserver;
Element.prototype.scrollIntoView ??= () => {};
Element.prototype.scrollTo ??= (() => {}) as typeof Element.prototype.scrollTo;
globalThis.scrollTo = () => {};
globalThis.URL.createObjectURL ??= () => 'blob:test';
globalThis.URL.revokeObjectURL ??= () => {};
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
