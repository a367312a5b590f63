import { findScreen, type Me, type Screen, screens } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router';
import { mayOpen, meQuery } from '../features/account/shared/me.ts';
import { layoutPrefixes } from '../features/shell/menu-config.ts';
import { RootFrame } from '../features/shell/root-frame.tsx';
import { hasFlag } from '../lib/app-config.ts';
import { setUserZone } from '../lib/format.ts';
import { clearSession, getToken } from '../lib/session.ts';

type Context = { queryClient: QueryClient };

export const rootRoute = createRootRouteWithContext<Context>()({
  component: RootFrame,
  notFoundComponent: lazyRouteComponent(() => import('../features/shell/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: lazyRouteComponent(() => import('../features/shell/screen-error.tsx'), 'ScreenError'),
});

/** Lets the signed-in in with their profile; the others go to the login screen and come back afterwards. */
export async function requireLogin({ context, location }: { context: Context; location: { href: string } }) {
  if (!getToken()) throw redirect({ to: '/login', search: { next: location.href } });
  try {
    const me = await context.queryClient.ensureQueryData(meQuery);
    setUserZone(me.timeZone);
    if (me.twoFactAuthEnterpriseLevel && !me.twoFactorAuthUserLevel && hasFlag('twoFactor')) {
      clearSession();
      throw redirect({ to: '/login' });
    }
    return { me };
  } catch (error) {
    if (!getToken()) throw redirect({ to: '/login', search: { next: location.href } });
    throw error;
  }
}

/** A screen that the user may not open is not found, like one that is not there. */
export function refuseHidden(me: Me, screen: Screen | undefined): void {
  if (screen && !mayOpen(me, screen)) throw notFound();
}
const builtScreens = Object.values<Screen>(screens).filter(({ isComing }) => !isComing);

/** The frame with menu and top bar, for the signed-in: the one guard of every screen in it. */
export const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'layout',
  beforeLoad: async (match) => {
    // An address that belongs to no area of the console is nobody's secret: it is not found, signed in or not.
    const area = match.location.pathname.split('/')[1] ?? '';
    if (!layoutPrefixes.includes(area)) throw notFound();
    const known = await requireLogin(match);
    refuseHidden(known.me, findScreen(match.location.pathname, builtScreens));
    return known;
  },
  component: lazyRouteComponent(() => import('../features/shell/app-layout.tsx'), 'AppLayout'),
});
