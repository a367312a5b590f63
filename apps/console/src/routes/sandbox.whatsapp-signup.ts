import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { SignupSearch } from '../features/channel/signup/signup.search.ts';

/** The sandbox's stand-in for the provider's dialog. It knows nothing: the account that is chosen exists at the simulator alone. */
export const Route = createFileRoute('/sandbox/whatsapp-signup')({
  staticData: { title: 'screen.whatsappSignup' },
  validateSearch: SignupSearch,
  component: lazyRouteComponent(() => import('../features/channel/signup/sandbox-signup-page.tsx'), 'SandboxSignupPage'),
});
