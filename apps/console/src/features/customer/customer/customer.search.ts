import { z } from '@parley/contract';

/** Search parameters of a customer's page besides the id. */
export const CustomerSearch = z.object({
  /** The customer that is to be merged into this one. */
  merge: z.string().default('').catch(''),
});
export type CustomerSearch = z.infer<typeof CustomerSearch>;
export const noCustomerSearch: CustomerSearch = { merge: '' };
