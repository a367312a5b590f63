import { ArtifactType, z } from '@parley/contract';

/** Search parameters of a library; defaults stay out of the address. */
export const LibrarySearch = z.object({
  tab: z.enum(['public', 'private']).default('public').catch('public'),
  view: z.enum(['ALL', 'BUCKET']).default('ALL').catch('ALL'),
  bucket: z.string().default('').catch(''),
  type: z
    .union([ArtifactType, z.literal('')])
    .default('')
    .catch(''),
  text: z.string().default('').catch(''),
  unused: z.boolean().default(false).catch(false),
});
export type LibrarySearch = z.infer<typeof LibrarySearch>;
export const noLibrarySearch: LibrarySearch = { tab: 'public', view: 'ALL', bucket: '', type: '', text: '', unused: false };
