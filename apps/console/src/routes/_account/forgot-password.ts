import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account/forgot-password')({
  staticData: { title: 'screen.forgot' },
  component: lazyRouteComponent(() => import('../../features/account/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
