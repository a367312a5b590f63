import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { AuditSearch, noAuditSearch } from '../../../features/account/audit/audit.search.ts';

export const Route = createFileRoute('/_frame/admin/audit_trail')({
  staticData: { title: 'menu.auditTrail' },
  validateSearch: AuditSearch,
  search: { middlewares: [stripSearchParams(noAuditSearch)] },
  component: lazyRouteComponent(() => import('../../../features/account/audit/audit-page.tsx'), 'AuditPage'),
});
