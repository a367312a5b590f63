import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/details/myprofile')({
  staticData: { title: 'screen.profile' },
  component: lazyRouteComponent(() => import('../../../features/account/profile/profile-page.tsx'), 'ProfilePage'),
});
