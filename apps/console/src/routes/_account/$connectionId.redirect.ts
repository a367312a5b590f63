import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SsoReturnSearch } from '../../features/account/sign-in/sso-return.search.ts';

export const Route = createFileRoute('/_account/$connectionId/redirect')({
  staticData: { title: 'screen.signIn' },
  validateSearch: SsoReturnSearch,
  component: lazyRouteComponent(() => import('../../features/account/sign-in/sso-return-page.tsx'), 'SsoReturnPage'),
});
