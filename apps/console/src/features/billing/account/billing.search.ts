import { consumptionKeys, movementKinds, z } from '@parley/contract';

export const billingTabs = ['overview', 'consumption', 'rates', 'wallet', 'recharge', 'alerts', 'invoices'] as const;
const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');

/** Search parameters of billing; defaults stay out of the address. */
export const BillingSearch = z.object({
  tab: z.enum(billingTabs).default('overview').catch('overview'),
  fromDate: day,
  toDate: day,
  /** Property that groups the consumption */
  by: z.enum(consumptionKeys).default('day').catch('day'),
  /** Kind of the movements */
  kind: z
    .union([z.enum(movementKinds), z.literal('')])
    .default('')
    .catch(''),
  /** Replaced rates too */
  past: z.boolean().default(false).catch(false),
  /** Number of recharges before the shown ones */
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The invoice whose lines are shown */
  open: z.string().default('').catch(''),
});
export type BillingSearch = z.infer<typeof BillingSearch>;
export const noBillingSearch: BillingSearch = {
  tab: 'overview',
  fromDate: '',
  toDate: '',
  by: 'day',
  kind: '',
  past: false,
  from: 0,
  open: '',
};
export type TabProps = {
  search: BillingSearch;
  onChange: (part: Partial<BillingSearch>) => void;
};
