import { siteShowSteps, z } from '@parley/contract';

/** Rows of a rule's count that are open, and their page; defaults stay out of the address. */
export const WebsiteSearch = z.object({
  rule: z.string().default('').catch(''),
  step: z.enum(siteShowSteps).default('shown').catch('shown'),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type WebsiteSearch = z.infer<typeof WebsiteSearch>;
export const noWebsiteSearch: WebsiteSearch = { rule: '', step: 'shown', from: 0 };
