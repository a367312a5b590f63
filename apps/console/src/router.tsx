import { createRouter, parseSearchWith } from '@tanstack/react-router';
import { AppLoader } from './features/shell/app-loader.tsx';
import { forgetSession, queryClient } from './lib/query-client.ts';
import { holdToken, onEnrolmentNeeded, onLogout } from './lib/session.ts';
import { showToast } from './lib/toasts.ts';
import type { ScreenTitle } from './locales/shell.ts';
import { signInWords } from './locales/sign-in.ts';
import { routeTree } from './routes/route-tree.gen.ts';

/** Values of an address as JSON, but for numbers that would not come back as they are: codes of strangers are longer than numbers are exact. */
export const parseSearch = parseSearchWith((value) => {
  const parsed: unknown = JSON.parse(value);
  return typeof parsed === 'number' && String(parsed) !== value ? value : parsed;
});

export const router = createRouter({
  routeTree,
  parseSearch,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: AppLoader,
  defaultPendingMs: 400,
  scrollRestoration: true,
});

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
    if (reason !== 'user') showToast('error', message || signInWords.signIn('sessionExpired'));
    const wanted = router.state.location.href;
    const isPublic = wanted.startsWith('/login');
    // What was read is forgotten once its screens are gone; before, they would ask for it again, without a session.
    void router
      .navigate({ to: '/login', search: reason === 'user' || isPublic ? {} : { next: wanted }, replace: true })
      .then(forgetSession);
  });
  return () => {
    stopEnrolling();
    stopLeaving();
  };
}
