import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SignupSearch } from '../features/channel/signup/signup.search.ts';

/** Target of the provider's redirect back: public, since the session is in the window that opened the dialog. */
export const Route = createFileRoute('/whatsapp-signup')({
  staticData: { title: 'screen.whatsappSignup' },
  validateSearch: SignupSearch,
  component: lazyRouteComponent(() => import('../features/channel/signup/signup-return-page.tsx'), 'SignupReturnPage'),
});
