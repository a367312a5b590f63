import { createFileRoute, redirect } from '@tanstack/react-router';
import { firstAllowedPath } from '../../../features/shell/menu-config.ts';

/** Leads to the first screen of the area that the user may see. */
export const Route = createFileRoute('/_frame/journey/')({
  beforeLoad: ({ context }) => {
    throw redirect({ to: firstAllowedPath(context.me, 'journey') ?? '/dashboard' });
  },
});
