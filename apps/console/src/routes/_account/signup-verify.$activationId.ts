import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account/signup-verify/$activationId')({
  staticData: { title: 'screen.activation' },
  component: lazyRouteComponent(() => import('../../features/account/sign-in/activation-page.tsx'), 'ActivationPage'),
});
