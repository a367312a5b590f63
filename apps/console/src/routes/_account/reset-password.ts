import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account/reset-password')({
  staticData: { title: 'screen.reset' },
  validateSearch: z.object({
    uId: z.coerce.string().catch(''),
    eId: z.coerce.string().catch(''),
    resetCode: z.coerce.string().catch(''),
    code: z.coerce.string().catch(''),
  }),
  component: lazyRouteComponent(() => import('../../features/account/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});
