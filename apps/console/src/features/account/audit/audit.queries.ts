import { type AuditSettingsSave, auditPage, endpoints } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { exportList } from '../../../lib/exports.ts';
import { askForProof } from '../../../lib/proof.ts';
import type { AuditSearch } from './audit.search.ts';

const runningMs = 1500;

export const trailQuery = ({ open: _open, ...query }: AuditSearch) =>
  queryOptions({
    queryKey: ['audit', 'entries', query],
    queryFn: ({ signal }) => api.audit.list({ query: { ...query, perPage: auditPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** People offered by the filter; only the first page names them. */
export const peopleQuery = queryOptions({
  queryKey: ['audit', 'people'],
  queryFn: async ({ signal }) => (await api.audit.list({ query: { perPage: 1 } }, { signal })).people,
});

export const entryQuery = (entryId: string) =>
  queryOptions({
    queryKey: ['audit', 'entry', entryId],
    queryFn: ({ signal }) => api.audit.get({ params: { entryId } }, { signal }),
    meta: { isQuiet: true },
  });

/** Result of the last check; refetched while one is running. */
export const verificationQuery = queryOptions({
  queryKey: ['audit', 'verification'],
  queryFn: ({ signal }) => api.audit.verification({}, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? runningMs : false),
});

export function useVerify() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (mode: 'quick' | 'full') => api.audit.verify({ body: { mode } }),
    onSuccess: (result) => client.setQueryData(verificationQuery.queryKey, result),
  });
}

export function usePutBack(entryId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: string[]) => api.audit.putBack({ params: { entryId }, body: { fields } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit'] }),
  });
}

export const auditSettingsQuery = queryOptions({
  queryKey: ['audit', 'settings'],
  queryFn: ({ signal }) => api.audit.settings({}, { signal }),
  staleTime: 0,
});

export function useSaveAuditSettings() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (body: AuditSettingsSave) => api.told.audit.saveSettings({ body }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['audit'] }),
  });
}

/** Returns the address of these entries' CSV. */
function exportPath({ open: _open, from: _from, ...filter }: AuditSearch): string {
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${endpoints.audit.export.path}?${query}` : endpoints.audit.export.path;
}

/** A browser follows the link by itself, so the proof that the export needs is asked for before. */
export async function exportTrail(search: AuditSearch): Promise<void> {
  const { isFresh } = await api.twoFactor.startProof({ body: {} });
  if (isFresh || (await askForProof())) await exportList('auditTrail', exportPath(search));
}
