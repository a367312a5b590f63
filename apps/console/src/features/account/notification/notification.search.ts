import { z } from '@parley/contract';

/** Search parameters of the list of notifications; defaults stay out of the address. */
export const NotificationSearch = z.object({
  // The page knows the kinds, which the first page need not load.
  kind: z.string().max(40).default('').catch(''),
  unread: z.boolean().default(false).catch(false),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type NotificationSearch = z.infer<typeof NotificationSearch>;
export const noNotificationSearch: NotificationSearch = { kind: '', unread: false, from: 0 };
