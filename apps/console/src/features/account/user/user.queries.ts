import { type CallInput, type endpoints, userStates, type WorkKind } from '@parley/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { type UserSearch, usersPage } from './user.search.ts';

export const userListQuery = ({ tab, name, role, deptId, from }: UserSearch) => {
  const state = tab === 'deactivated' ? userStates.deactivated : userStates.active;
  const query = { name, state, role: role === '' ? ('' as const) : Number(role), deptId: deptId as '', from, perPage: usersPage };
  return queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => api.users.listUsers({ query }, { signal }),
    placeholderData: keepPreviousData,
  });
};

export const userQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'one', userId],
    queryFn: ({ signal }) => api.users.getUser({ params: { userId } }, { signal }),
    staleTime: 0,
    meta: { isQuiet: true },
  });

/** All skills, with the levels of one user. */
export const userSkillsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['skills', 'of', userId],
    queryFn: ({ signal }) => api.skills.ofUser({ params: { userId } }, { signal }),
    staleTime: 0,
    meta: { isQuiet: true },
  });

export const invitationListQuery = (from: number) =>
  queryOptions({
    queryKey: ['invitations', from],
    queryFn: ({ signal }) => api.invitations.list({ query: { from, perPage: usersPage } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Work that a user would leave behind. */
export const workQuery = (userId: string) =>
  queryOptions({
    queryKey: ['users', 'work', userId],
    queryFn: ({ signal }) => api.users.deactivate({ params: { userId }, query: { isValidate: true } }, { signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { isQuiet: true },
    retry: false,
  });

function useUserMutation<I, A>(mutationFn: (input: I) => Promise<A>) {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn,
    onSuccess: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['users'] }), client.invalidateQueries({ queryKey: ['invitations'] })]),
  });
}

type RolesBody = CallInput<typeof endpoints.users.updateRoles>['body'];
export const useSaveUser = () =>
  useUserMutation(({ userId, ...body }: RolesBody & { userId: string }) => api.users.updateRoles({ params: { userId }, body }));

export function useSaveUserSkills() {
  const client = useQueryClient();
  return useMutation({
    meta: { isQuiet: true },
    mutationFn: ({ userId, skills }: { userId: string; skills: { skillId: string; from: number; level: number }[] }) =>
      api.skills.saveOfUser({ params: { userId }, body: { skills } }),
    onSettled: () => client.invalidateQueries({ queryKey: ['skills'] }),
  });
}

export const useCreateUser = () =>
  useUserMutation((body: CallInput<typeof endpoints.users.createUser>['body']) => api.users.createUser({ body }));

export const useResetPassword = () =>
  useUserMutation(({ userId, ...body }: { userId: string; adminPassword: string; password: string }) =>
    api.users.resetPassword({ params: { userId }, body }),
  );

export const useDeactivateUser = () =>
  useUserMutation(({ userId, moveTo }: { userId: string; moveTo: Partial<Record<WorkKind, string>> }) =>
    api.users.deactivate({ params: { userId }, query: { isValidate: false, moveTo: JSON.stringify(moveTo) } }),
  );

export const useActivateUser = () => useUserMutation((userId: string) => api.users.activate({ params: { userId } }));

export const useInvite = () =>
  useUserMutation((body: { emailId: string[]; roles: number[]; departments: string[] }) => api.invitations.invite({ body }));

export const useResendInvitation = () =>
  useUserMutation((invitationId: string) => api.told.invitations.resend({ params: { invitationId } }));

export const useRevokeInvitation = () =>
  useUserMutation((invitationId: string) => api.told.invitations.revoke({ params: { invitationId } }));
