import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PaymentSearch } from '../features/billing/payment/payment.search.ts';

/** Target of the payment service's redirect back (PAY-001): public, since the session may be in another window. */
export const Route = createFileRoute('/transaction.html')({
  staticData: { title: 'screen.payment' },
  validateSearch: PaymentSearch,
  component: lazyRouteComponent(() => import('../features/billing/payment/payment-page.tsx'), 'PaymentPage'),
});
