import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

/** An address of the frame whose screen is not there. */
export const Route = createFileRoute('/_frame/$')({
  component: lazyRouteComponent(() => import('../../features/shell/welcome-page.tsx'), 'WelcomePage'),
});
