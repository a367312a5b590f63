import { screens, z } from '@parley/contract';
import { createRoute, lazyRouteComponent, redirect, stripSearchParams } from '@tanstack/react-router';
import { ChatSearch, noChatSearch } from '../features/chat/shared/chat.search.ts';
import { firstAllowedPath } from '../features/shell/menu-config.ts';
import { hasFlag } from '../lib/app-config.ts';
import { getToken } from '../lib/session.ts';
import { showToast } from '../lib/toasts.ts';
import { signInWords } from '../locales/sign-in.ts';
import { blacklistRoute } from './blacklist.routes.ts';
import { botsRoute } from './bots.routes.ts';
import { broadcastRoute } from './broadcast.routes.ts';
import { channelsRoute } from './channels.routes.ts';
import { customerMasterRoute } from './customer-master.routes.ts';
import { layoutRoute, refuseHidden, requireLogin, rootRoute } from './frame.route.ts';
import { contentLibraryRoute, creativesRoute } from './library.routes.ts';
import { reportRoute } from './report.routes.ts';
import { sandboxRoute } from './sandbox.routes.ts';
import { templatesRoute } from './templates.routes.ts';

const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/login' });
  },
});

/** Where a login may lead: a path of this console, never another host. */
const nextPath = z
  .string()
  .regex(/^\/(?![/\\])/)
  .optional()
  .catch(undefined);

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'account',
  component: lazyRouteComponent(() => import('../features/account/sign-in/account-layout.tsx'), 'AccountLayout'),
});
const loginRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'login',
  staticData: { title: 'screen.signIn' },
  validateSearch: z.object({ next: nextPath }),
  beforeLoad: ({ search }) => {
    if (getToken()) throw redirect({ to: search.next ?? '/dashboard' });
  },
  component: lazyRouteComponent(() => import('../features/account/sign-in/login-page.tsx'), 'LoginPage'),
});
const signupRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'signup',
  staticData: { title: 'screen.signUp' },
  beforeLoad: () => {
    if (!hasFlag('hideSignup')) return;
    showToast('error', signInWords.signIn('accessDenied'));
    throw redirect({ to: '/login' });
  },
  component: lazyRouteComponent(() => import('../features/account/sign-in/signup-page.tsx'), 'SignupPage'),
});
const forgotRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'forgot-password',
  staticData: { title: 'screen.forgot' },
  component: lazyRouteComponent(() => import('../features/account/sign-in/forgot-password-page.tsx'), 'ForgotPasswordPage'),
});
const activationRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'signup-verify/$activationId',
  staticData: { title: 'screen.activation' },
  component: lazyRouteComponent(() => import('../features/account/sign-in/activation-page.tsx'), 'ActivationPage'),
});
const resetRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'reset-password',
  staticData: { title: 'screen.reset' },
  validateSearch: z.object({
    uId: z.coerce.string().catch(''),
    eId: z.coerce.string().catch(''),
    resetCode: z.coerce.string().catch(''),
    code: z.coerce.string().catch(''),
  }),
  component: lazyRouteComponent(() => import('../features/account/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});

const chatAgentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'chatagent',
  staticData: { title: 'menu.interaction' },
  beforeLoad: requireLogin,
  validateSearch: ChatSearch,
  search: { middlewares: [stripSearchParams(noChatSearch)] },
  component: lazyRouteComponent(() => import('../features/shell/bare-chat-page.tsx'), 'BareChatPage'),
});
const graphRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'graph',
  staticData: { title: 'screen.graph' },
  beforeLoad: requireLogin,
  component: lazyRouteComponent(() => import('../features/insight/dashboard/graph-page.tsx'), 'GraphPage'),
});
const thankYouRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'dialog360-redirect',
  staticData: { title: 'screen.thankYou' },
  beforeLoad: async (match) => {
    const { me } = await requireLogin(match);
    refuseHidden(me, screens.thankYou);
  },
  component: lazyRouteComponent(() => import('../features/shell/thank-you-page.tsx'), 'ThankYouPage'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'dashboard',
  staticData: { title: 'menu.dashboard' },
  component: lazyRouteComponent(() => import('../features/insight/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});
const conversationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'chat/conversation',
  staticData: { title: 'menu.interaction' },
  validateSearch: ChatSearch,
  search: { middlewares: [stripSearchParams(noChatSearch)] },
  component: lazyRouteComponent(() => import('../features/chat/chat/conversation-page.tsx'), 'ConversationPage'),
});
const roleRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'admin/permission',
  staticData: { title: 'menu.rbac' },
  validateSearch: z.object({ role: z.coerce.number().int().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../features/account/role/role-page.tsx'), 'RolePage'),
});
const brandingRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'branding',
  staticData: { title: 'menu.branding' },
  component: lazyRouteComponent(() => import('../features/account/branding/branding-page.tsx'), 'BrandingPage'),
});
const profileRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: 'details/myprofile',
  staticData: { title: 'screen.profile' },
  component: lazyRouteComponent(() => import('../features/account/profile/profile-page.tsx'), 'ProfilePage'),
});

/** The bare parents lead to the first child that the user may see. */
const parentRoutes = (['chat', 'admin', 'details', 'conversation'] as const).map((path) =>
  createRoute({
    getParentRoute: () => layoutRoute,
    path,
    beforeLoad: ({ context }) => {
      const to =
        path === 'details'
          ? '/details/myprofile'
          : firstAllowedPath(
              (context as unknown as { me: Parameters<typeof firstAllowedPath>[0] }).me,
              path === 'conversation' ? 'chat' : path,
            );
      throw redirect({ to: to ?? '/dashboard' });
    },
  }),
);
const welcomeRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '$',
  component: lazyRouteComponent(() => import('../features/shell/welcome-page.tsx'), 'WelcomePage'),
});

export const routeTree = rootRoute.addChildren([
  startRoute,
  accountRoute.addChildren([loginRoute, signupRoute, forgotRoute, activationRoute, resetRoute]),
  chatAgentRoute,
  graphRoute,
  thankYouRoute,
  layoutRoute.addChildren([
    dashboardRoute,
    conversationRoute,
    roleRoute,
    brandingRoute,
    profileRoute,
    customerMasterRoute,
    sandboxRoute,
    botsRoute,
    broadcastRoute,
    templatesRoute,
    channelsRoute,
    reportRoute,
    blacklistRoute,
    creativesRoute,
    contentLibraryRoute,
    ...parentRoutes,
    welcomeRoute,
  ]),
]);
