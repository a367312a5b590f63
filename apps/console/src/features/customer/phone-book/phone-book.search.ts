import { GivenConditions, noConditions, z } from '@parley/contract';

/** Search parameters of the phone book; defaults stay out of the address. */
export const PhoneBookSearch = z.object({
  search: z.string().default('').catch(''),
  group: z.string().default('').catch(''),
  label: z.string().default('').catch(''),
  /** A saved filter, or conditions that nobody has saved. */
  filter: z.string().default('').catch(''),
  conditions: GivenConditions.default(noConditions).catch(noConditions),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type PhoneBookSearch = z.infer<typeof PhoneBookSearch>;
export const noPhoneBookSearch: PhoneBookSearch = { search: '', group: '', label: '', filter: '', conditions: noConditions, from: 0 };
