import { createFileRoute, redirect } from '@tanstack/react-router';
import { firstAllowedPath } from '../../../features/shell/menu-config.ts';

/** Leads to the first screen of the area that the user may see (SHELL-011). */
export const Route = createFileRoute('/_frame/encaps/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstAllowedPath(context.me, 'encaps') ?? '/dashboard' });
  },
});
