import { contentParts, ledgerStatuses, z } from '@parley/contract';

/** Search parameters of an iteration's page: the filter of its recipients. */
export const ActivitySearch = z.object({
  status: z
    .union([z.enum(ledgerStatuses), z.literal('')])
    .default('')
    .catch(''),
  reason: z.string().default('').catch(''),
  /** Those of one content in the first part, or everybody else */
  content: z
    .union([z.enum(contentParts), z.literal('')])
    .default('')
    .catch(''),
});
export type ActivitySearch = z.infer<typeof ActivitySearch>;
export const noActivitySearch: ActivitySearch = { status: '', reason: '', content: '' };

const filterText = z.string().default('').catch('');
/** Search parameters of the lists of iterations; days as 2024-01-31 in the user's zone. */
export const ActivityListSearch = z.object({
  name: filterText,
  start: filterText,
  end: filterText,
  channel: filterText,
  maker: filterText,
  checker: filterText,
  /** Ready to go: those that run or have run, instead of those that wait */
  done: z.coerce.boolean().default(false).catch(false),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type ActivityListSearch = z.infer<typeof ActivityListSearch>;
export const noActivityListSearch: ActivityListSearch = {
  name: '',
  start: '',
  end: '',
  channel: '',
  maker: '',
  checker: '',
  done: false,
  from: 0,
};
