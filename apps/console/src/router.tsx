import { createRouter, parseSearchWith, stringifySearchWith } from '@tanstack/react-router';
import { AppLoader } from './features/shell/app-loader.tsx';
import { getOpenedDialog } from './lib/dialogs.ts';
import { forgetSession, queryClient } from './lib/query-client.ts';
import { keepScrollPlaces } from './lib/scroll-places.ts';
import { holdToken, onEnrolmentNeeded, onLogout } from './lib/session.ts';
import { clearToasts, showToast } from './lib/toasts.ts';
import type { ScreenTitle } from './locales/shell.ts';
import { signInWords } from './locales/sign-in.ts';
import { routeTree } from './routes/route-tree.gen.ts';

/** Digits stay as they are written. */
function parseValue(value: string): unknown {
  const parsed: unknown = JSON.parse(value);
  if (typeof parsed === 'number') throw new TypeError('a number');
  return parsed;
}
const parseValues = parseSearchWith(parseValue);

/** Values of an address as JSON, but for numbers: only a screen's schema knows whether digits are a page or a text that somebody searches for. */
export const parseSearch = (search: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(parseValues(search)).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]));

/** A text of digits has no quotes in an address, since it is read as a text. */
export const stringifySearch = stringifySearchWith(JSON.stringify, parseValue);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: AppLoader,
  defaultPendingMs: 400,
});

keepScrollPlaces(router, () => document.getElementById('content'));

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Key of the screen's name: the document's title. */
    title?: ScreenTitle;
  }
}

/** Leads to the login screen whenever the session ends, and to the second factor when the enterprise begins to require one. @returns what ends that */
export function leaveWithSession(): () => void {
  const stopEnrolling = onEnrolmentNeeded(() => {
    const { pathname, href } = router.state.location;
    if (pathname === '/two-factor') return;
    holdToken();
    void router.navigate({ to: '/two-factor', search: { next: href }, replace: true });
  });
  const stopLeaving = onLogout((reason, message) => {
    // Nothing that was shown to one person is left on the screen for the next.
    clearToasts();
    getOpenedDialog()?.answer(false);
    if (reason !== 'user') showToast('error', message || signInWords.signIn('sessionExpired'));
    const wanted = router.state.location.href;
    const isPublic = wanted.startsWith('/login');
    // Cached data is cleared once the screens are gone; earlier, they would refetch it without a session.
    void router
      .navigate({ to: '/login', search: reason === 'user' || isPublic ? {} : { next: wanted }, replace: true })
      .then(forgetSession);
  });
  return () => {
    stopEnrolling();
    stopLeaving();
  };
}
