import type { Branding, WhiteLabel } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { setBrand, toBrand } from '../shared/brand.ts';

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: ({ signal }) => api.branding.get({}, { signal }),
  refetchOnWindowFocus: false,
});

export function useBrandingChanges() {
  const client = useQueryClient();
  const keep = (branding: Branding) => client.setQueryData(brandingQuery.queryKey, branding);
  const show = (branding: Branding) => {
    keep(branding);
    // The console that publishes is the first to wear it.
    if (branding.published && branding.host === location.host) setBrand(toBrand(branding.published));
  };
  return {
    saveDraft: useMutation({
      meta: { isQuiet: true },
      mutationFn: (body: { host: string; draft: WhiteLabel; version: number }) => api.branding.saveDraft({ body }),
      onSuccess: keep,
    }),
    publish: useMutation({ mutationFn: () => api.branding.publish(), onSuccess: show }),
    restoreDefault: useMutation({ mutationFn: () => api.branding.restoreDefault(), onSuccess: show }),
    restore: useMutation({ mutationFn: (versionId: string) => api.branding.restore({ params: { versionId } }), onSuccess: show }),
  };
}
