import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getToken } from '../../lib/session.ts';

export const Route = createFileRoute('/_account/two-factor')({
  staticData: { title: 'screen.twoFactor' },
  /** Next address: a path of this console, never another host. */
  validateSearch: z.object({
    next: z
      .string()
      .regex(/^\/(?![/\\])/)
      .optional()
      .catch(undefined),
  }),
  beforeLoad: ({ search }) => {
    if (!getToken()) throw redirect({ to: '/login', search });
  },
  component: lazyRouteComponent(() => import('../../features/account/sign-in/enrolment-page.tsx'), 'EnrolmentPage'),
});
