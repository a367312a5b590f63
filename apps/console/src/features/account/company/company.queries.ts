import type { CompanyGeneral, CompanySecurity, UploadedFile } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { tellFailure } from '../../../lib/tell-failure.tsx';
import type { UploadOptions } from '../../../lib/upload.ts';
import { meQuery } from '../shared/me.ts';

export const generalQuery = queryOptions({
  queryKey: ['company', 'general'],
  queryFn: ({ signal }) => api.enterprise.general({}, { signal }),
});
export const securityQuery = queryOptions({
  queryKey: ['company', 'security'],
  queryFn: ({ signal }) => api.enterprise.security({}, { signal }),
});
export const countriesQuery = queryOptions({
  queryKey: ['company', 'countries'],
  queryFn: async ({ signal }) => (await api.enterprise.countries({}, { signal })).countries,
  staleTime: Number.POSITIVE_INFINITY,
});

/** Sends a logo; why one is refused is told at once, since the field of uploads says only that it was. */
export async function uploadLogo(file: File, { onProgress }: UploadOptions = {}): Promise<UploadedFile> {
  const form = new FormData();
  form.append('file', file, file.name);
  try {
    return await api.upload(form, onProgress, { path: '/e/enterprise/configuration/logo' });
  } catch (error) {
    tellFailure(error);
    throw error;
  }
}

/** The company's name and zone stand in the frame too. */
export function useSaveGeneral() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { general: CompanyGeneral; version: number }) => api.enterprise.saveGeneral({ body }),
    onSuccess: async (saved) => {
      client.setQueryData(generalQuery.queryKey, saved);
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

export function useSaveSecurity() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: { security: CompanySecurity; version: number; confirm: boolean }) => api.enterprise.saveSecurity({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: securityQuery.queryKey }),
  });
}
