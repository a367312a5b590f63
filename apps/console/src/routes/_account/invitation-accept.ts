import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account/invitation-accept')({
  staticData: { title: 'screen.invitation' },
  validateSearch: z.object({ token: z.coerce.string().default('').catch('') }),
  component: lazyRouteComponent(() => import('../../features/account/sign-in/invitation-page.tsx'), 'InvitationPage'),
});
