import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { PaymentSearch } from '../features/billing/payment/payment.search.ts';

/** Where the payment service sends the browser back to (PAY-001): for everybody, since the session may be in another window. */
export const Route = createFileRoute('/transaction.html')({
  staticData: { title: 'screen.payment' },
  validateSearch: PaymentSearch,
  component: lazyRouteComponent(() => import('../features/billing/payment/payment-page.tsx'), 'PaymentPage'),
});
