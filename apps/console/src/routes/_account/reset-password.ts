import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_account/reset-password')({
  staticData: { title: 'screen.reset' },
  validateSearch: z.object({
    uId: z.coerce.string().default('').catch(''),
    eId: z.coerce.string().default('').catch(''),
    resetCode: z.coerce.string().default('').catch(''),
    code: z.coerce.string().default('').catch(''),
  }),
  component: lazyRouteComponent(() => import('../../features/account/sign-in/reset-password-page.tsx'), 'ResetPasswordPage'),
});
