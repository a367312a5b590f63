import '@parley/contract/z';
import { i18next, setLanguage } from '@parley/ui/i18n';
import { cleanup, configure, prettyDOM } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

/** The files of a worker share its page: after each test it is as at the start. */
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.info(prettyDOM());
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  if (i18next.language !== 'en') await setLanguage('en');
  localStorage.clear();
  history.replaceState(null, '', '/');
  document.body.replaceChildren();
});

// A busy machine draws slowly. A failure prints the page once: in each look at what is not there yet it costs a tenth of the processor time.
configure({ asyncUtilTimeout: 100_000, getElementError: (message) => new Error(message ?? 'not found') });

/** Fakes of APIs that jsdom lacks and Mantine uses at once. */
globalThis.matchMedia ??= ((query: string) => ({
  matches: false,
  media: query,
  addEventListener() {},
  removeEventListener() {},
})) as unknown as typeof matchMedia;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.scrollIntoView ??= () => {};
globalThis.DOMMatrixReadOnly ??= class {
  m22 = 1;
} as unknown as typeof DOMMatrixReadOnly;
if (!document.fonts) Object.defineProperty(document, 'fonts', { value: new EventTarget() });
