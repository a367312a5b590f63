import { ledgerStatuses, messageSources, z } from '@parley/contract';

const day = z.union([z.iso.date(), z.literal('')]).catch('');

/** What the address of the report holds; what is at its default stays out of it. */
export const ReportSearch = z.object({
  fromDate: day,
  toDate: day,
  channelId: z.string().catch(''),
  source: z.union([z.enum(messageSources), z.literal('')]).catch(''),
  status: z.union([z.enum(ledgerStatuses), z.literal('')]).catch(''),
  customerNumber: z.string().catch(''),
  messageId: z.string().catch(''),
  noReceipt: z.boolean().catch(false),
  from: z.coerce.number().int().min(0).catch(0),
  open: z.string().catch(''),
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
  from: 0,
  open: '',
};
