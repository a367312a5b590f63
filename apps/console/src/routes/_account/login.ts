import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getToken } from '../../lib/session.ts';

/** Address that a login may lead to: a path of this console, never another host. */
const nextPath = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined);

export const Route = createFileRoute('/_account/login')({
  staticData: { title: 'screen.signIn' },
  validateSearch: z.object({ next: nextPath }),
  beforeLoad: ({ search }) => {
    if (getToken()) throw redirect({ to: search.next ?? '/dashboard' });
  },
  component: lazyRouteComponent(() => import('../../features/account/sign-in/login-page.tsx'), 'LoginPage'),
});
