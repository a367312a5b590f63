import { screens } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { refuseHidden, requireLogin } from '../features/shell/guards.ts';

export const Route = createFileRoute('/dialog360-redirect')({
  staticData: { title: 'screen.thankYou' },
  beforeLoad: async (match) => {
    const { me } = await requireLogin(match);
    refuseHidden(me, screens.thankYou);
  },
  component: lazyRouteComponent(() => import('../features/shell/thank-you-page.tsx'), 'ThankYouPage'),
});
