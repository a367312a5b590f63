import { findScreen, type Me, type Screen, screens } from '@parley/contract';
import type { QueryClient } from '@tanstack/react-query';
import { notFound, redirect } from '@tanstack/react-router';
import { setEnterpriseCountry, setEnterpriseZone } from '../../lib/format.ts';
import { setOwner } from '../../lib/own-store.ts';
import { getToken, holdToken } from '../../lib/session.ts';
import { mayOpen, meQuery, mustEnrol } from '../account/shared/me.ts';
import { layoutPrefixes } from './menu-config.ts';

type Match = { context: { queryClient: QueryClient }; location: { href: string; pathname: string } };

/** Lets the signed-in in with their profile; the others go to the login screen and come back afterwards. */
export async function requireLogin({ context, location }: Match): Promise<{ me: Me }> {
  if (!getToken()) throw redirect({ to: '/login', search: { next: location.href } });
  try {
    const me = await context.queryClient.ensureQueryData(meQuery);
    setEnterpriseZone(me.enterpriseTimeZone);
    setEnterpriseCountry(me.enterpriseCountry);
    setOwner(me);
    if (mustEnrol(me)) {
      holdToken();
      throw redirect({ to: '/two-factor', search: { next: location.href } });
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
const allScreens = Object.values<Screen>(screens);

/** Lets the signed-in see a screen within the frame, if its row of the table of screens does. */
export async function guardFrame(match: Match): Promise<{ me: Me }> {
  // An address that belongs to no area of the console is nobody's secret: it is not found, signed in or not.
  const area = match.location.pathname.split('/')[1] ?? '';
  if (!layoutPrefixes.includes(area)) throw notFound();
  const known = await requireLogin(match);
  refuseHidden(known.me, findScreen(match.location.pathname, allScreens));
  return known;
}
