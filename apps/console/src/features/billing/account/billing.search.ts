import { consumptionKeys, movementKinds, z } from '@parley/contract';

export const billingTabs = ['overview', 'consumption', 'rates', 'wallet', 'recharge', 'alerts', 'invoices'] as const;
const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');

/** What the address of billing holds; what is at its default stays out of it. */
export const BillingSearch = z.object({
  tab: z.enum(billingTabs).default('overview').catch('overview'),
  fromDate: day,
  toDate: day,
  /** By what consumption is grouped */
  by: z.enum(consumptionKeys).default('day').catch('day'),
  /** Which movements */
  kind: z
    .union([z.enum(movementKinds), z.literal('')])
    .default('')
    .catch(''),
  /** Replaced rates too */
  past: z.boolean().default(false).catch(false),
  /** How many recharges stand before the shown ones */
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
