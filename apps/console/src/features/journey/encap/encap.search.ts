import { encapStates, linkStates, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
const count = z.coerce.number().int().min(0).default(0).catch(0);
const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');

export const encapViews = ['cards', 'table'] as const;
/** States by their words; the calls number them. */
export const encapStateNames = ['draft', 'published', 'paused', 'retired'] as const satisfies (keyof typeof encapStates)[];
export type EncapStateName = (typeof encapStateNames)[number];
export const nameOfState = (state: number): EncapStateName => encapStateNames.find((name) => encapStates[name] === state) ?? 'draft';

/** Search parameters of the list of encaps; defaults stay out of the address. */
export const EncapListSearch = z.object({
  view: z.enum(encapViews).default('table').catch('table'),
  name: filterText,
  state: z
    .enum(['', ...encapStateNames])
    .default('')
    .catch(''),
  fromDate: day,
  toDate: day,
  from: count,
});
export type EncapListSearch = z.infer<typeof EncapListSearch>;
export const noEncapListSearch: EncapListSearch = EncapListSearch.parse({});

export const encapTabs = ['overview', 'launches', 'links', 'reports', 'log', 'settings'] as const;
export type EncapTab = (typeof encapTabs)[number];

/** Search parameters of an encap's page. Links and reports share the launch; '' is all of them. */
export const EncapSearch = z.object({
  tab: z.enum(encapTabs).default('overview').catch('overview'),
  launch: filterText,
  state: z
    .enum(['', ...linkStates])
    .default('')
    .catch(''),
  // A number typed into the address is read as one.
  search: z.coerce.string().default('').catch(''),
  fromDate: day,
  toDate: day,
  timeType: z.enum(['HOUR', 'DAY']).default('DAY').catch('DAY'),
  onlyErrors: z.boolean().default(false).catch(false),
  from: count,
});
export type EncapSearch = z.infer<typeof EncapSearch>;
export const noEncapSearch: EncapSearch = EncapSearch.parse({});
