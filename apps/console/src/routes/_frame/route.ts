import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { guardFrame } from '../../features/shell/guards.ts';

/** The frame with menu and top bar, for the signed-in: the one guard of every screen in it. */
export const Route = createFileRoute('/_frame')({
  beforeLoad: guardFrame,
  component: lazyRouteComponent(() => import('../../features/shell/app-layout.tsx'), 'AppLayout'),
});
