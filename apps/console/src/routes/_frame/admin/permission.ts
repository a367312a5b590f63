import { z } from '@parley/contract';
import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';

export const Route = createFileRoute('/_frame/admin/permission')({
  staticData: { title: 'menu.rbac' },
  validateSearch: z.object({ role: z.coerce.number().int().optional().catch(undefined) }),
  component: lazyRouteComponent(() => import('../../../features/account/role/role-page.tsx'), 'RolePage'),
});
