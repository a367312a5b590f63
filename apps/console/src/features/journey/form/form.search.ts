import { answerFaces, formEnvironments, z } from '@parley/contract';

const filterText = z.string().default('').catch('');
const count = z.coerce.number().int().min(0).default(0).catch(0);
const day = z
  .union([z.iso.date(), z.literal('')])
  .default('')
  .catch('');

/** States by their words; the list's call numbers them. */
export const listedStates = ['draft', 'published'] as const;

/** Search parameters of the list of forms; defaults stay out of the address. */
export const FormListSearch = z.object({
  name: filterText,
  state: z
    .enum(['', ...listedStates])
    .default('')
    .catch(''),
  from: count,
});
export type FormListSearch = z.infer<typeof FormListSearch>;
export const noFormListSearch: FormListSearch = FormListSearch.parse({});

export const formTabs = ['answers', 'figures', 'versions', 'uses'] as const;
export type FormTab = (typeof formTabs)[number];

/**
 * Search parameters of a form's page: the tab, the filters of answers and figures, the answer whose panel is open, and the version that is read.
 * `number` 0 is every version.
 */
export const FormSearch = z.object({
  tab: z.enum(formTabs).default('answers').catch('answers'),
  number: count,
  face: z
    .enum(['', ...answerFaces])
    .default('')
    .catch(''),
  environment: z.enum(formEnvironments).default('production').catch('production'),
  search: filterText,
  fromDate: day,
  toDate: day,
  from: count,
  answer: filterText,
  shown: count,
});
export type FormSearch = z.infer<typeof FormSearch>;
export const noFormSearch: FormSearch = FormSearch.parse({});
