import { type TemplateKind, templateCategories, templateKinds, templateStatuses, z } from '@parley/contract';

const kinds = Object.keys(templateKinds) as [TemplateKind, ...TemplateKind[]];

/** What the address of the list holds; what is at its default stays out of it. */
export const TemplateListSearch = z.object({
  tab: z.enum(kinds).catch('whatsapp'),
  channel: z.string().catch(''),
  status: z.union([z.enum(templateStatuses), z.literal('')]).catch(''),
  category: z.union([z.enum(templateCategories), z.literal('')]).catch(''),
  language: z.string().catch(''),
  name: z.string().catch(''),
  from: z.coerce.number().int().min(0).catch(0),
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

/** Of the builder: which form a new one has. */
export const TemplateSearch = z.object({ tab: z.enum(kinds).catch('whatsapp') });
