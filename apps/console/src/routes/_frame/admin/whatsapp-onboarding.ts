import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { noOnboardingSearch, OnboardingSearch } from '../../../features/channel/onboarding/onboarding.search.ts';

export const Route = createFileRoute('/_frame/admin/whatsapp-onboarding')({
  staticData: { title: 'menu.embeddedSignup' },
  validateSearch: OnboardingSearch,
  search: { middlewares: [stripSearchParams(noOnboardingSearch)] },
  component: lazyRouteComponent(() => import('../../../features/channel/onboarding/onboarding-page.tsx'), 'OnboardingPage'),
});
