import { z } from '@parley/contract';

export const UploadsSearch = z.object({ from: z.coerce.number().int().min(0).default(0).catch(0) });
export const noUploadsSearch: z.infer<typeof UploadsSearch> = { from: 0 };

export const ErrorListSearch = z.object({
  from: z.coerce.number().int().min(0).default(0).catch(0),
  search: z.string().default('').catch(''),
  kind: z.string().default('').catch(''),
});
export const noErrorListSearch: z.infer<typeof ErrorListSearch> = { from: 0, search: '', kind: '' };
