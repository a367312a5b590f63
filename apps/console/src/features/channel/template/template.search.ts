import { type TemplateKind, templateCategories, templateKinds, templateStatuses, z } from '@parley/contract';

const kinds = Object.keys(templateKinds) as [TemplateKind, ...TemplateKind[]];

/** Search parameters of the list; defaults stay out of the address. */
export const TemplateListSearch = z.object({
  tab: z.enum(kinds).default('whatsapp').catch('whatsapp'),
  channel: z.string().default('').catch(''),
  status: z
    .union([z.enum(templateStatuses), z.literal('')])
    .default('')
    .catch(''),
  category: z
    .union([z.enum(templateCategories), z.literal('')])
    .default('')
    .catch(''),
  language: z.string().default('').catch(''),
  name: z.string().default('').catch(''),
  from: z.coerce.number().int().min(0).default(0).catch(0),
});
export type TemplateListSearch = z.infer<typeof TemplateListSearch>;
export const noTemplateListSearch: TemplateListSearch = {
  tab: 'whatsapp',
  channel: '',
  status: '',
  category: '',
  language: '',
  name: '',
  from: 0,
};

/** Search parameters of the builder: the tab decides the form of a new template. */
export const TemplateSearch = z.object({ tab: z.enum(kinds).default('whatsapp').catch('whatsapp') });
