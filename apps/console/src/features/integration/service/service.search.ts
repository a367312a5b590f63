import { authTypes, deliveryStates, z } from '@parley/contract';

export const serviceTabs = ['services', 'relay'] as const;
/** 0 is all of them. */
const types: readonly number[] = [0, ...Object.values(authTypes)];

/** Search parameters of the services; defaults stay out of the address. */
export const ServiceSearch = z.object({
  tab: z.enum(serviceTabs).default('services').catch('services'),
  name: z.string().max(100).default('').catch(''),
  type: z.coerce
    .number()
    .refine((type) => types.includes(type))
    .default(0)
    .catch(0),
  from: z.coerce.number().int().min(0).default(0).catch(0),
  /** The relay bridge whose log is shown, and what of it. */
  log: z.string().default('').catch(''),
  state: z
    .union([z.enum(deliveryStates), z.literal('')])
    .default('')
    .catch(''),
});
export type ServiceSearch = z.infer<typeof ServiceSearch>;
export const noServiceSearch: ServiceSearch = { tab: 'services', name: '', type: 0, from: 0, log: '', state: '' };
