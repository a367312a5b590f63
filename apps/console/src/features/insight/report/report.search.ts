import { consumptionKeys, ledgerStatuses, messageSources, z } from '@parley/contract';

const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');

/** Search parameters of the report; defaults stay out of the address. */
export const ReportSearch = z.object({
  fromDate: day,
  toDate: day,
  channelId: z.string().default('').catch(''),
  source: z
    .union([z.enum(messageSources), z.literal('')])
    .default('')
    .catch(''),
  status: z
    .union([z.enum(ledgerStatuses), z.literal('')])
    .default('')
    .catch(''),
  customerNumber: z.string().default('').catch(''),
  messageId: z.string().default('').catch(''),
  noReceipt: z.boolean().default(false).catch(false),
  /** The row of consumption whose messages are shown */
  consumedBy: z
    .union([z.enum(consumptionKeys), z.literal('')])
    .default('')
    .catch(''),
  consumed: z.coerce.string().max(80).default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  open: z.string().default('').catch(''),
});
export type ReportSearch = z.infer<typeof ReportSearch>;
export const noReportSearch: ReportSearch = {
  fromDate: '',
  toDate: '',
  channelId: '',
  source: '',
  status: '',
  customerNumber: '',
  messageId: '',
  noReceipt: false,
  consumedBy: '',
  consumed: '',
  from: 0,
  open: '',
};
