import { ledgerStatuses, z } from '@parley/contract';

/** Search parameters of the reports: days as 2024-01-31 in the user's zone; '' is the default of that end. */
export const BroadcastListSearch = z.object({
  name: z.string().default('').catch(''),
  start: z.string().default('').catch(''),
  end: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type BroadcastListSearch = z.infer<typeof BroadcastListSearch>;
export const noBroadcastListSearch: BroadcastListSearch = { name: '', start: '', end: '', from: 0 };

export const BroadcastSearch = z.object({
  status: z
    .union([z.enum(ledgerStatuses), z.literal('')])
    .default('')
    .catch(''),
  reason: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The open message */
  message: z.string().default('').catch(''),
});
export type BroadcastSearch = z.infer<typeof BroadcastSearch>;
export const noBroadcastSearch: BroadcastSearch = { status: '', reason: '', from: 0, message: '' };
