import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account')({
  component: lazyRouteComponent(() => import('../../features/account/sign-in/account-layout.tsx'), 'AccountLayout'),
});
