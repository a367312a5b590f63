import { z } from '@parley/contract';

const text = z.coerce.string().default('').catch('');

/** Query parameters of the payment service's redirect back (PAY-016). */
export const PaymentSearch = z.object({
  razorpay_payment_link_status: text,
  razorpay_payment_id: text,
  razorpay_payment_link_id: text,
  razorpay_payment_link_reference_id: text,
  razorpay_signature: text,
});
export type PaymentSearch = z.infer<typeof PaymentSearch>;
