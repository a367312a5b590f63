import { createFileRoute, lazyRouteComponent, stripSearchParams } from '@tanstack/react-router';
import { BillingSearch, noBillingSearch } from '../../features/billing/account/billing.search.ts';

export const Route = createFileRoute('/_frame/billing')({
  staticData: { title: 'screen.billing' },
  validateSearch: BillingSearch,
  search: { middlewares: [stripSearchParams(noBillingSearch)] },
  component: lazyRouteComponent(() => import('../../features/billing/account/billing-page.tsx'), 'BillingPage'),
});
