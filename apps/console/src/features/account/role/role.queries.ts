import type { Permission, RoleSave } from '@parley/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { meQuery } from '../shared/me.ts';

/** Body that the form sends: every field is set, none is left to a default. */
export type RoleDraft = Omit<RoleSave, 'version' | 'code'> & { code?: number; version?: number };

export const rolePreviewQuery = (draft: RoleDraft) =>
  queryOptions({
    queryKey: ['roles', 'preview', draft],
    queryFn: ({ signal }) => api.roles.previewRole({ body: draft }, { signal }),
    meta: { isQuiet: true },
    retry: false,
  });

export const whyQuery = (userId: string, permission: Permission) =>
  queryOptions({
    queryKey: ['roles', 'why', userId, permission],
    queryFn: ({ signal }) => api.roles.why({ query: { userId, permission } }, { signal }),
    staleTime: 0,
  });

function useRefreshRoles() {
  const client = useQueryClient();
  // A change of a role may be a change of one's own permissions.
  return () => Promise.all([client.invalidateQueries({ queryKey: ['roles'] }), client.invalidateQueries({ queryKey: meQuery.queryKey })]);
}

export function useSaveRole() {
  const refresh = useRefreshRoles();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (draft: RoleDraft) => api.roles.saveRole({ body: draft }),
    onSuccess: refresh,
  });
}

export function useDeleteRole() {
  const refresh = useRefreshRoles();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: (code: number) => api.roles.deleteRole({ params: { code } }),
    onSuccess: refresh,
  });
}
