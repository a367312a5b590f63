import { holdsPermission, type Me, type Permission, type Screen } from '@parley/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { hasFlag } from '../../../lib/app-config.ts';

/** The enterprise requires a second factor that the user has not: nothing else is open (AUTH-079). */
export const mustEnrol = (me: Pick<Me, 'twoFactAuthEnterpriseLevel' | 'twoFactorAuthUserLevel'>): boolean =>
  me.twoFactAuthEnterpriseLevel && !me.twoFactorAuthUserLevel;

/** The signed-in user; the layout's guard has loaded it before any screen of the layout is drawn. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.users.me({}, { signal }),
  staleTime: 60_000,
  meta: { isQuiet: true },
});

export function useMe(): Me | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

/** Tells whether the user holds at least one of the permissions; an empty list is held by everybody. */
export function holdsAny(me: Me | undefined, permissions: readonly Permission[]): boolean {
  return permissions.length === 0 || permissions.some((permission) => holdsPermission(me?.permissions ?? [], permission));
}

export const useCan = (permissions: readonly Permission[]): boolean => holdsAny(useMe(), permissions);

/** Tells whether the user may open a screen: its flag is on, and the user holds one of its permissions. */
export const mayOpen = (me: Me | undefined, { permissions, flag }: Pick<Screen, 'permissions' | 'flag'>): boolean =>
  holdsAny(me, permissions) && (flag === undefined || hasFlag(flag));

export const useMayOpen = (screen: Screen): boolean => mayOpen(useMe(), screen);
