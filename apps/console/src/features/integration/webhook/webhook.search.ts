import { deliveryStates, z } from '@parley/contract';

/** Search parameters of the webhooks' screen; defaults stay out of the address. */
export const WebhookSearch = z.object({
  /** The webhook whose log is shown. */
  log: z.string().default('').catch(''),
  state: z
    .union([z.enum(deliveryStates), z.literal('')])
    .default('')
    .catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type WebhookSearch = z.infer<typeof WebhookSearch>;
export const noWebhookSearch: WebhookSearch = { log: '', state: '', from: 0 };
