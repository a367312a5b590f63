import { ArtifactType, z } from '@parley/contract';

/** What the address of a library holds; what is at its default stays out of it. */
export const LibrarySearch = z.object({
  tab: z.enum(['public', 'private']).catch('public'),
  view: z.enum(['ALL', 'BUCKET']).catch('ALL'),
  bucket: z.string().catch(''),
  type: z.union([ArtifactType, z.literal('')]).catch(''),
  text: z.string().catch(''),
  unused: z.boolean().catch(false),
});
export type LibrarySearch = z.infer<typeof LibrarySearch>;
export const noLibrarySearch: LibrarySearch = { tab: 'public', view: 'ALL', bucket: '', type: '', text: '', unused: false };
