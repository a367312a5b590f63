import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/branding')({
  staticData: { title: 'menu.branding' },
  component: lazyRouteComponent(() => import('../../features/account/branding/branding-page.tsx'), 'BrandingPage'),
});
