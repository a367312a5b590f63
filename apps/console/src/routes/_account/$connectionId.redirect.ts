import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

const part = z.coerce.string().default('').catch('');

export const Route = createFileRoute('/_account/$connectionId/redirect')({
  staticData: { title: 'screen.signIn' },
  validateSearch: z.object({ code: part, state: part, iss: part, error: part }),
  component: lazyRouteComponent(() => import('../../features/account/sign-in/sso-return-page.tsx'), 'SsoReturnPage'),
});
