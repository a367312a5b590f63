import { z } from '@parley/contract';

/** What the address of a customer holds beside their id. */
export const CustomerSearch = z.object({
  /** The customer that is to be merged into this one. */
  merge: z.string().default('').catch(''),
});
export type CustomerSearch = z.infer<typeof CustomerSearch>;
export const noCustomerSearch: CustomerSearch = { merge: '' };
