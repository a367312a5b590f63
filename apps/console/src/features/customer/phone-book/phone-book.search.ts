import { Conditions, z } from '@parley/contract';

/** What the address of the phone book holds; what is at its default stays out of it. */
export const PhoneBookSearch = z.object({
  search: z.string().catch(''),
  group: z.string().catch(''),
  label: z.string().catch(''),
  /** A saved filter, or conditions that nobody has saved. */
  filter: z.string().catch(''),
  conditions: Conditions.catch([]),
  from: z.coerce.number().int().min(0).catch(0),
});
export type PhoneBookSearch = z.infer<typeof PhoneBookSearch>;
export const noPhoneBookSearch: PhoneBookSearch = { search: '', group: '', label: '', filter: '', conditions: [], from: 0 };
