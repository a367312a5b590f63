import { createFileRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { hasFlag } from '../../lib/app-config.ts';
import { showToast } from '../../lib/toasts.ts';
import { signInWords } from '../../locales/sign-in.ts';

export const Route = createFileRoute('/_account/signup')({
  staticData: { title: 'screen.signUp' },
  beforeLoad: () => {
    if (!hasFlag('hideSignup')) return;
    showToast('error', signInWords.signIn('accessDenied'));
    throw redirect({ to: '/login' });
  },
  component: lazyRouteComponent(() => import('../../features/account/sign-in/signup-page.tsx'), 'SignupPage'),
});
