import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/admin/sso')({
  staticData: { title: 'menu.signIn' },
  component: lazyRouteComponent(() => import('../../../features/account/sign-in-settings/sign-in-settings-page.tsx'), 'SignInSettingsPage'),
});
