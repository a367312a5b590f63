import { z } from '@parley/contract';

/** The open story and intent; `intent` is 'new' while one is created. */
export const IntentSearch = z.object({
  story: z.string().default('').catch(''),
  intent: z.string().default('').catch(''),
  name: z.string().max(200).default('').catch(''),
});
export type IntentSearch = z.infer<typeof IntentSearch>;
export const noIntentSearch = { story: '', intent: '', name: '' };
